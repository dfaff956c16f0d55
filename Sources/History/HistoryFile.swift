internal import FoundationEssentials
internal import Glibc
internal import LinuxSystem
internal import ScanModel
internal import SystemPackage

/// The files of the history, by name relative to the descriptor of their checked directory. The database is never
/// opened here, not even to read a byte: closing any descriptor of it would drop the POSIX locks that SQLite holds on
/// it in this process (https://www.sqlite.org/howtocorrupt.html, 2.2).
struct HistoryFile: ~Copyable, Sendable {
  static let name = "history.sqlite"
  /// Name of a new database until it is complete, so that an empty `history.sqlite` always means damage.
  static let newName = "history.sqlite.new"
  /// Names of damaged databases that were set aside begin with this.
  static let setAsidePrefix = "history.corrupt-"
  /// The files SQLite puts beside a database: the write-ahead log, its index, and the rollback journal.
  static let companions = ["-wal", "-shm", "-journal"]
  static let suffixes = [""] + companions

  let directory: FilePath
  let descriptor: OwnedDescriptor
  /// That of the file that SQLite has opened.
  private var identity: AtomicFile.Inode?

  /// - Throws: `.insecureDirectory`; `.missing`; `.unavailable` if the directory cannot be created or opened.
  init(in directory: FilePath, creating: Bool) throws(HistoryFailure) {
    do {
      descriptor = try PrivateDirectory.open(directory, creating: creating)
    } catch {
      let code: HistoryFailure.Code =
        switch error {
        case .foreignOwner, .writableByOthers: .insecureDirectory
        case .missing: .missing
        case .notADirectory, .system: .unavailable
        }
      throw HistoryFailure(code, subject: "\(directory.displayName)", detail: "its directory \(error.reason)")
    }
    self.directory = directory
  }

  /// The path for SQLite, which requires UTF-8.
  func path(_ name: String) throws(HistoryFailure) -> String {
    guard let text = String(validating: directory.appending(name)) else {
      throw directoryFailure(.unavailable, detail: "the name of its directory is not UTF-8")
    }
    return text
  }

  /// The name for SQLite of a database that nobody changes (https://www.sqlite.org/uri.html).
  func immutableName() throws(HistoryFailure) -> String {
    "\(URL(filePath: try path(Self.name), directoryHint: .notDirectory).absoluteString)?immutable=1"
  }

  /// Whether entries may be in the write-ahead log.
  var hasLog: Bool { ((try? status(of: Self.name + "-wal"))?.size ?? 0) > 0 }

  /// Removes access for group and others from the database and its companions. Returns whether there is one.
  /// - Throws: `.insecureDirectory` for anything but a regular file of ours.
  func findAndProtect() throws(HistoryFailure) -> Bool {
    guard let status = try status(of: Self.name) else { return false }
    try makePrivate(Self.name, status)
    for companion in Self.companions {
      if let status = try self.status(of: Self.name + companion) { try makePrivate(Self.name + companion, status) }
    }
    return true
  }

  /// Remembers the identity of the file before SQLite opens it.
  /// - Throws: `.corrupt` for an empty file: SQLite would take it for a new database and delete the write-ahead log
  ///   beside it, which may hold the last entries.
  mutating func identify() throws(HistoryFailure) {
    guard let status = try status(of: Self.name) else { throw failure("it disappeared", ENOENT) }
    guard status.size > 0 else { throw directoryFailure(.corrupt, detail: "its file is empty") }
    identity = status.identity
  }

  /// False if the identified file was deleted, renamed or replaced.
  var isInPlace: Bool { identity != nil && (try? status(of: Self.name))?.identity == identity }

  /// Creates the empty file for a new database before SQLite sees it, private whatever the umask. The companions
  /// inherit its mode. Remains of an interrupted attempt are removed; they never held an entry.
  func createNew() throws(HistoryFailure) {
    for suffix in Self.suffixes { unsafe unlinkat(descriptor.raw, Self.newName + suffix, 0) }
    let raw = unsafe openat(
      descriptor.raw, Self.newName, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600 as mode_t)
    guard raw >= 0 else { throw failure("it cannot be created", errno) }
    let file = OwnedDescriptor(takingOwnershipOf: raw)
    guard fchmod(file.raw, 0o600) == 0 else { throw failure("it cannot be made private", errno) }
  }

  /// Gives the complete, closed new database its final name, and makes that survive a power cut. What an earlier one
  /// left goes first: SQLite replays any log that has the name of the database, because nothing in a log says which
  /// database it belongs to (https://www.sqlite.org/howtocorrupt.html, 1.4).
  func adoptNew() throws(HistoryFailure) {
    for suffix in Self.companions {
      // SQLite leaves the log when it could not copy all of it into the database.
      guard try status(of: Self.newName + suffix) == nil else { throw failure("it cannot be completed", EIO) }
      try remove(Self.name + suffix)
    }
    guard fsync(descriptor.raw) == 0 else { throw failure("it cannot be created", errno) }
    let renamed = unsafe renameat(descriptor.raw, Self.newName, descriptor.raw, Self.name)
    guard renamed == 0, fsync(descriptor.raw) == 0 else { throw failure("it cannot be created", errno) }
  }

  /// Renames the database and its companions so that SQLite can still open them together, and returns its new name. All
  /// get their second name before any loses its first, so that a database without its log is never left behind. Before,
  /// it is noted that there is something to salvage: nothing else would tell the next start.
  func setAside(at time: Date) throws(HistoryFailure) -> String {
    let stamp = ReportTime.string(from: time).filter { $0 != "-" && $0 != ":" }
    var name = "\(Self.setAsidePrefix)\(stamp)"
    var number = 1
    while try status(of: name) != nil {
      number += 1
      name = "\(Self.setAsidePrefix)\(stamp)-\(number)"
    }
    do throws(SystemError) {
      try noteUnsalvaged(name)
    } catch {
      throw failure("it cannot be set aside", error.errno)
    }
    for suffix in Self.suffixes {
      guard let status = try status(of: Self.name + suffix) else { continue }
      try makePrivate(Self.name + suffix, status)
      if unsafe linkat(descriptor.raw, Self.name + suffix, descriptor.raw, name + suffix, 0) == 0 { continue }
      // Not every file system has second names (link(2)). `adoptNew` removes a log that stays behind on these.
      guard unsafe renameat(descriptor.raw, Self.name + suffix, descriptor.raw, name + suffix) == 0 else {
        throw failure("it cannot be set aside", errno)
      }
    }
    guard fsync(descriptor.raw) == 0 else { throw failure("it cannot be set aside", errno) }
    for suffix in Self.suffixes { try remove(Self.name + suffix) }
    guard fsync(descriptor.raw) == 0 else { throw failure("it cannot be set aside", errno) }
    return name
  }

  /// Deletes the databases that were set aside, but none that has yet to be salvaged: it may be the only copy of what
  /// the user taught. Returns how many.
  func deleteSetAside() throws(HistoryFailure) -> Int {
    try lock()
    defer { unlock() }
    do throws(SystemError) {
      let kept = try unsalvaged().flatMap { name in Self.suffixes.map { name + $0 } }
      var listing = try DirectoryListing(try OwnedDescriptor(copying: descriptor.raw))
      var names: [FilePath] = []
      while let entry = try listing.next() {
        guard entry.name.starts(with: Self.setAsidePrefix.utf8) else { continue }
        if !kept.contains(String(decoding: entry.name, as: UTF8.self)) { names.append(FilePath(bytes: entry.name)) }
      }
      for name in names {
        let removed = unsafe name.withPlatformString { unsafe unlinkat(descriptor.raw, $0, 0) }
        guard removed == 0 else { throw SystemError("unlinkat", errno: errno) }
      }
      return names.count { name in !Self.companions.contains { name.string.hasSuffix($0) } }
    } catch {
      throw directoryFailure(.delete, detail: "\(error.reason)")
    }
  }

  /// Of the database and its companions.
  func bytesOnDisk() -> Int64 { Self.suffixes.reduce(0) { $0 + ((try? status(of: Self.name + $1))?.size ?? 0) } }

  /// Prevents other threads and processes from creating or migrating at the same time; released with the descriptor. On
  /// the directory, because the database must not be opened here.
  func lock() throws(HistoryFailure) {
    let deadline = ContinuousClock.now + .seconds(5)
    while flock(descriptor.raw, LOCK_EX | LOCK_NB) != 0 {
      let error = errno
      guard error == EWOULDBLOCK || error == EINTR, ContinuousClock.now < deadline else {
        throw directoryFailure(.unavailable, detail: "another program is setting it up")
      }
      usleep(5000)
    }
  }

  func unlock() { flock(descriptor.raw, LOCK_UN) }

  private func remove(_ name: String) throws(HistoryFailure) {
    guard unsafe unlinkat(descriptor.raw, name, 0) == 0 || errno == ENOENT else {
      throw failure("\(name) cannot be removed", errno)
    }
  }

  func status(of name: String) throws(HistoryFailure) -> FileStatus? {
    do throws(SystemError) {
      return try FileStatus(ofEntry: Array(name.utf8), inDirectory: descriptor.raw)
    } catch {
      if error.errno == ENOENT { return nil }
      throw failure("it cannot be looked at", error.errno)
    }
  }

  private func makePrivate(_ name: String, _ status: FileStatus) throws(HistoryFailure) {
    guard status.kind == .regular, status.owner == geteuid() else {
      throw HistoryFailure(
        .insecureDirectory, subject: "\(directory.appending(name).displayName)",
        detail: "it is not a regular file of yours")
    }
    guard status.permissions & 0o077 != 0 else { return }
    guard unsafe fchmodat(descriptor.raw, name, 0o600, 0) == 0 else {
      throw failure("it cannot be made private", errno)
    }
  }

  func directoryFailure(_ code: HistoryFailure.Code, detail: Message) -> HistoryFailure {
    HistoryFailure(code, subject: "\(directory.displayName)", detail: detail)
  }

  private func failure(_ words: Message, _ error: Int32) -> HistoryFailure {
    directoryFailure(.unavailable, detail: "\(words): \(SystemError("", errno: error).reason)")
  }
}
