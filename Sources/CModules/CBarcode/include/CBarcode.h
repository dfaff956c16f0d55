// QR codes: a quick search for places where one may be, and zxing-cpp to read it. Bounded output, no exceptions.
#ifndef CBARCODE_H
#define CBARCODE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Bytes of one code's text. The largest QR code holds 7,089 digits, or 2,953 bytes, each at most two bytes in UTF-8
// (ISO/IEC 18004).
#define OCRSCAN_CODE_TEXT 8192

typedef struct {
  // 0 QR code, 1 Micro QR code.
  int32_t kind;
  // Bounds in pixels of what was read; `right` and `bottom` lie outside.
  int32_t left, top, right, bottom;
  // Whether the content is bytes and not text.
  int32_t is_binary;
  // Bytes of UTF-8; more than there is room for are cut.
  int32_t length;
} ocrscan_code;

// Reads the codes in 8-bit grey pixels, dark modules on light. With `uses_histogram` one threshold holds for the whole
// picture, else local ones. `texts` has OCRSCAN_CODE_TEXT bytes for each code, in which its text begins. Returns the number
// of codes, at most `capacity`; -1 if the library gave up.
int32_t ocrscan_read_codes(
    const uint8_t *pixels, int32_t width, int32_t height, int32_t uses_histogram, ocrscan_code *codes, uint8_t *texts,
    int32_t capacity);

// The corner mark of a code, or what looks like one.
typedef struct {
  // Its center and the size of a module, in pixels of the picture.
  float x, y, module;
  // Whether it is light on dark.
  int32_t is_inverted;
  // Which of the three colors showed it: 0 brightness, 1 red, 2 blue.
  int32_t channel;
} ocrscan_mark;

// Looks for corner marks in 8-bit RGB pixels. Returns their number, at most `capacity`; -1 without memory.
int32_t ocrscan_find_marks(
    const uint8_t *rgb, int32_t width, int32_t height, ocrscan_mark *marks, int32_t capacity);

#ifdef __cplusplus
}
#endif

#endif
