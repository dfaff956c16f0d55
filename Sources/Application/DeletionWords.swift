package import History
internal import Localization

/// What is said of deletions, the same in terminals and windows.
package enum DeletionWords {
  /// That something is left on the disk; nil if nothing is.
  package static func note(_ deletion: Deletion) -> String? {
    if deletion.isErased { return nil }
    return localized(
      "Traces stay on the disk while other programs use the history; deleting something later removes them.")
  }
}
