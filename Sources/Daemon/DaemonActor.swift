/// The daemon's loop and all its parts run on this actor, so that they share state without locks.
@globalActor actor DaemonActor {
  static let shared = DaemonActor()
}
