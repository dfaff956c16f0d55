// QR codes: a quick search for places where one may be, and zxing-cpp to read it. Output is bounded; no exception
// escapes.
#ifndef CBARCODE_H
#define CBARCODE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Most bytes in the text of a code. The largest QR code holds 7,089 digits, or 2,953 bytes of at most two UTF-8 bytes
// each (ISO/IEC 18004).
#define OCRSCAN_CODE_TEXT 8192

typedef struct {
  // 0 QR code, 1 Micro QR code.
  int32_t kind;
  // Bounds of the code in pixels; `right` and `bottom` are exclusive.
  int32_t left, top, right, bottom;
  // Whether the content is bytes rather than text.
  int32_t is_binary;
  // Bytes of UTF-8; the text is cut off if it does not fit.
  int32_t length;
} ocrscan_code;

// Reads the codes in 8-bit grey pixels, dark modules on light. With `uses_histogram`, uses one threshold for the whole
// picture instead of local ones. `texts` has OCRSCAN_CODE_TEXT bytes for each code, and its text begins there. Returns
// the number of codes, at most `capacity`; -1 if the library fails.
int32_t ocrscan_read_codes(
    const uint8_t *pixels, int32_t width, int32_t height, int32_t uses_histogram, ocrscan_code *codes, uint8_t *texts,
    int32_t capacity);

// The corner mark of a code, or something that looks like one.
typedef struct {
  // Its center and the size of a module, in pixels of the picture.
  float x, y, module;
  // Whether it is light on dark.
  int32_t is_inverted;
  // Where it was seen: 0 in the brightness, 1 in red, 2 in blue.
  int32_t channel;
} ocrscan_mark;

// Looks for corner marks in 8-bit RGB pixels. Returns their number, at most `capacity`; -1 if memory runs out.
int32_t ocrscan_find_marks(
    const uint8_t *rgb, int32_t width, int32_t height, ocrscan_mark *marks, int32_t capacity);

#ifdef __cplusplus
}
#endif

#endif
