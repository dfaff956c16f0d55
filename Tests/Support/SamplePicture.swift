internal import SystemPackage

/// The committed pictures that show one sentence in every kind of file (testdata/images/formats).
package enum SamplePicture {
  private static let folder = FilePath(#filePath)
    .removingLastComponent().removingLastComponent().removingLastComponent()
    .appending("testdata/images/formats")

  /// The bytes of the file of this name.
  package static func bytes(_ name: String) -> [UInt8] {
    let bytes = Files.contents(folder.appending(name))
    precondition(!bytes.isEmpty, "no sample \(name)")
    return bytes
  }
}
