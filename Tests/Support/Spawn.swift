internal import Glibc
internal import LinuxSystem

/// posix_spawn(3) with the few options that tests need. Programs start with no signal blocked or ignored.
enum Spawn {
  /// Its own process group, or its own session.
  enum Place {
    case group, session

    /// Glibc declares POSIX_SPAWN_SETSID under _GNU_SOURCE only.
    fileprivate var flag: Int32 { self == .group ? Int32(POSIX_SPAWN_SETPGROUP) : 0x80 }
  }

  /// What a descriptor of the program refers to.
  enum Stream {
    case file(String, flags: Int32)
    case copy(of: Int32)
  }

  /// Starts a program.
  /// - Parameters:
  ///   - program: Its path.
  ///   - arguments: Starts with the name of the program.
  ///   - environment: The complete environment, as "NAME=value".
  ///   - streams: Descriptors 0, 1 and so on. New files get mode 0600.
  ///   - place: The process group or session.
  /// - Returns: Its process ID.
  /// - Throws: `SystemError` with the reason of posix_spawn(3).
  static func start(
    _ program: String, _ arguments: [[UInt8]], _ environment: [[UInt8]], streams: [Stream], in place: Place
  ) throws(SystemError) -> Int32 {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for (number, stream) in streams.enumerated() {
      switch stream {
      case .file(let path, let flags):
        unsafe posix_spawn_file_actions_addopen(&actions, Int32(number), path, flags, 0o600)
      case .copy(let other): unsafe posix_spawn_file_actions_adddup2(&actions, other, Int32(number))
      }
    }
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    var all = sigset_t()
    unsafe sigemptyset(&none)
    unsafe sigfillset(&all)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setsigdefault(&attributes, &all)
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    let flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF) | place.flag
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))

    var processID: Int32 = 0
    let argv = unsafe copies(arguments)
    let envp = unsafe copies(environment)
    defer { unsafe (argv + envp).forEach { unsafe free($0) } }
    let result = unsafe posix_spawn(&processID, program, &actions, &attributes, unsafe argv, unsafe envp)
    guard result == 0 else { throw SystemError("posix_spawn", errno: result) }
    return processID
  }

  private static func copies(_ strings: [[UInt8]]) -> [UnsafeMutablePointer<CChar>?] {
    unsafe strings.map { string in unsafe strdup(string.map { CChar(bitPattern: $0) } + [0]) } + [nil]
  }
}
