/// Why nothing was drawn. Pixels and texts are checked beforehand, so only memory can run out.
package enum AnnotationFailure: Error, Sendable, Hashable {
  case outOfMemory
}
