package import LinuxSystem
package import SystemPackage

/// How a file that may be new was noticed. Decides when to read it.
package enum ArrivalHint: Sendable, Hashable {
  /// A writer closed it, so it is probably complete.
  case closed
  /// It was renamed into place, the usual last step of a careful writer, so it is probably complete.
  case renamed
  /// Only its name appeared: a writer may have just begun, or linked a complete file (open(2), O_TMPFILE).
  case created
}

/// Why events may have been lost, so that the folder must be listed.
package enum RescanReason: Sendable, Hashable {
  case overflow
  /// The folder was missing, silent or unreadable and has appeared.
  case folderAppeared
  /// Another folder has taken its path: recreated, mounted over, or a link that points elsewhere.
  case folderReplaced
  case folderReadable
  /// The folder cannot be watched, so it is listed every few seconds.
  case polling
  /// The machine has slept or its clock was set; disks and networks may have come and gone.
  case resumed
}

package enum FolderEvent: Sendable, Hashable {
  /// Every watch is in place, but for silent folders: a listing and the events from now on miss nothing.
  case ready
  /// A file with a screenshot's name may be new or changed. It may be anything, or gone again.
  case arrived(FilePath, ArrivalHint)
  /// A file with a screenshot's name was deleted or renamed away.
  case removed(FilePath)
  case rescanNeeded(folder: FilePath, reason: RescanReason)
  /// The folder does not exist. The watcher waits for it.
  case folderMissing(FilePath)
  /// The folder's disk or server does not answer. The watcher waits until it does.
  case folderSilent(FilePath)
  /// The folder cannot be listed. The watcher waits until it can.
  case folderUnreadable(FilePath)
  /// EMFILE for fs.inotify.max_user_instances, ENOSPC for fs.inotify.max_user_watches; folders are then listed every
  /// few seconds.
  case watchLimitReached(SystemError)
  case watchLimitLifted
}
