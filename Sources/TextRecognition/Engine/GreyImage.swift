/// A grey image for the engine: 8 bits a pixel, rows from the top, tightly packed.
struct GreyImage {
  var width: Int
  var height: Int
  /// `width * height` bytes; 0 is black.
  var pixels: [UInt8]
}
