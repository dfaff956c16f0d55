package import LinuxSystem
package import SystemPackage

/// What was seen of a file that may be new; decides when it is worth reading.
package enum ArrivalHint: Sendable, Hashable {
  /// A writer closed it: it is probably complete.
  case closed
  /// It got its name by a rename, the usual last step of a careful writer: it is probably complete.
  case renamed
  /// Only its name appeared: somebody may have begun to write, or linked a complete file (open(2), O_TMPFILE).
  case created
}

/// Why hints may have been lost, so that the folder must be listed.
package enum RescanReason: String, Sendable, Hashable, CaseIterable {
  /// The kernel's queue, or ours, was full.
  case overflow
  /// The folder was missing, or could not be read, and is there now.
  case folderAppeared = "folder_appeared"
  /// Another folder stands under its name: recreated, mounted over, or a link that points elsewhere now.
  case folderReplaced = "folder_replaced"
  /// The folder may be read again.
  case folderReadable = "folder_readable"
  /// It cannot be watched, so it has to be listed every few seconds.
  case polling
  /// The machine has slept, or its clock was set: disks and networks may have come and gone.
  case resumed
}

/// What a `FolderWatcher` tells.
package enum FolderEvent: Sendable, Hashable {
  /// Every watch stands. What is listed from now on, and what is announced from now on, together misses nothing.
  case ready
  /// A file with the name of a screenshot may be new or changed. It may be anything, or gone again.
  case arrived(FilePath, ArrivalHint)
  /// A file with the name of a screenshot was deleted or renamed away.
  case removed(FilePath)
  /// List the folder: hints may have been lost.
  case rescanNeeded(folder: FilePath, reason: RescanReason)
  /// The folder is not there. It is waited for.
  case folderMissing(FilePath)
  /// The folder may not be listed. It is waited for.
  case folderUnreadable(FilePath)
  /// A limit of inotify is reached, EMFILE for fs.inotify.max_user_instances and ENOSPC for
  /// fs.inotify.max_user_watches. The folders concerned are listed every few seconds until it is raised.
  case watchLimitReached(SystemError)
  /// All folders are watched again.
  case watchLimitLifted
}
