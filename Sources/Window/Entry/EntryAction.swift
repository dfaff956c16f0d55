/// The actions on the entry that is shown; the raw value is the name of the action.
enum EntryAction: String, CaseIterable {
  case isScam = "is-scam"
  case isNotScam = "is-not-scam"
  case undoVerdict = "undo-verdict"
  case copyResult = "copy-result"
  case copyText = "copy-text"
  case correct
  case report
  case openFolder = "open-folder"
  case delete
  case zoomIn = "zoom-in"
  case zoomOut = "zoom-out"
  case zoomFit = "zoom-fit"

  var shortcut: String? {
    switch self {
    case .isScam: "<Control>m"
    case .isNotScam: "<Control><Shift>m"
    case .undoVerdict: "<Control><Shift>z"
    case .copyResult: "<Control><Shift>c"
    case .correct: "<Control>e"
    case .report: "<Control>s"
    case .openFolder: "<Control>l"
    case .zoomIn: "<Control>plus"
    case .zoomOut: "<Control>minus"
    case .zoomFit: "<Control>0"
    case .copyText, .delete: nil
    }
  }
}
