#define ZX_USE_UTF8 1
#include <ZXing/ReadBarcode.h>

#include <algorithm>
#include <cstring>
#include <string>

#include "CBarcode.h"

// The longest prefix of at most `limit` bytes that does not cut a character.
static size_t cut(const std::string &text, size_t limit) {
  if (text.size() <= limit) return text.size();
  size_t end = limit;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return end;
}

static void store(const ZXing::Result &result, ocrscan_code *code, uint8_t *room) {
  code->kind = result.format() == ZXing::BarcodeFormat::MicroQRCode ? 1 : 0;
  code->is_binary = result.contentType() == ZXing::ContentType::Binary ? 1 : 0;
  const auto &corners = result.position();
  code->left = code->right = corners[0].x;
  code->top = code->bottom = corners[0].y;
  for (const auto &corner : corners) {
    code->left = std::min<int32_t>(code->left, corner.x);
    code->top = std::min<int32_t>(code->top, corner.y);
    code->right = std::max<int32_t>(code->right, corner.x + 1);
    code->bottom = std::max<int32_t>(code->bottom, corner.y + 1);
  }
  const std::string text = result.text();
  const size_t length = cut(text, OCRSCAN_CODE_TEXT);
  std::memcpy(room, text.data(), length);
  code->length = static_cast<int32_t>(length);
}

extern "C" int32_t ocrscan_read_codes(
    const uint8_t *pixels, int32_t width, int32_t height, int32_t uses_histogram, ocrscan_code *codes, uint8_t *texts,
    int32_t capacity) {
  if (pixels == nullptr || codes == nullptr || texts == nullptr || width < 1 || height < 1 || capacity < 1) return 0;
  try {
    ZXing::DecodeHints hints;
    hints.setFormats(ZXing::BarcodeFormat::QRCode | ZXing::BarcodeFormat::MicroQRCode);
    hints.setTryHarder(true);
    // The detector finds the three marks of a code at any angle, and the caller chooses the scale.
    hints.setTryRotate(false);
    hints.setTryDownscale(false);
    hints.setBinarizer(uses_histogram ? ZXing::Binarizer::GlobalHistogram : ZXing::Binarizer::LocalAverage);
    hints.setMaxNumberOfSymbols(static_cast<uint8_t>(std::min<int32_t>(capacity, 255)));
    const auto results = ZXing::ReadBarcodes({pixels, width, height, ZXing::ImageFormat::Lum}, hints);
    int32_t count = 0;
    for (const auto &result : results) {
      if (count == capacity) break;
      if (!result.isValid()) continue;
      store(result, &codes[count], texts + size_t(count) * OCRSCAN_CODE_TEXT);
      ++count;
    }
    return count;
  } catch (...) {
    // Out of memory, or a picture that the library cannot handle: no code can be read from it.
    return -1;
  }
}
