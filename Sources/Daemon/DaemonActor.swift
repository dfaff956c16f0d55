/// Where everything of a daemon's loop runs, so that its parts share state without locks.
@globalActor actor DaemonActor {
  static let shared = DaemonActor()
}
