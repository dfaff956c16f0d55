internal import CWebP
internal import ImageContainers
internal import ScanModel

/// Decodes a filtered WebP with libwebp, in this thread.
enum WebPDecoder {
  /// The pixels as stored, with transparency flattened. A damaged image is refused as a whole.
  static func decode(_ webP: FilteredImage, frame: PixelRect, hasAlpha: Bool) throws(DecodingFailure) -> RGBImage {
    let channels = hasAlpha ? 4 : 3
    let coversAll = frame.width == webP.width && frame.height == webP.height
    return try unsafe RGBImage(width: webP.width, height: webP.height, channels: channels) { buffer in
      // Around the frame everything is transparent.
      if !coversAll { unsafe buffer.update(repeating: 0) }
      var config = unsafe WebPDecoderConfig()
      guard let start = buffer.baseAddress, unsafe WebPInitDecoderConfig(&config) != 0 else { return .corrupt }
      let first = (frame.y * webP.width + frame.x) * channels
      unsafe config.output.colorspace = channels == 4 ? MODE_RGBA : MODE_RGB
      unsafe config.output.is_external_memory = 1
      unsafe config.output.u.RGBA = unsafe WebPRGBABuffer(
        rgba: start + first, stride: Int32(webP.width * channels), size: buffer.count - first)
      // Writes width * height of the bitstream, which the filter has found to match the frame's.
      let status = unsafe WebPDecode(webP.bytes, webP.bytes.count, &config)
      guard status == VP8_STATUS_OK else { return status == VP8_STATUS_OUT_OF_MEMORY ? .outOfMemory : .corrupt }
      if hasAlpha { unsafe AlphaFlattening.flatten(buffer, count: webP.width * webP.height) }
      return nil
    }
  }
}
