/* The few functions of Leptonica that draw, with handles in place of its structs: those are complete types in 1.82
   (Debian 12) and opaque from 1.83 on (Debian 13), which Swift sees as different types. */
#ifndef OCRSCAN_CLEPTONICA_SHIM_H
#define OCRSCAN_CLEPTONICA_SHIM_H

#include <leptonica/allheaders.h>
#include <stdint.h>

/* A PIX: pixels of 1, 8 or 32 bits. In 32 bits, red is the highest byte and the lowest is unused. */
typedef struct ocrscan_pix ocrscan_pix;
/* An L_BMF: a font of bitmaps. */
typedef struct ocrscan_font ocrscan_font;

#define OCRSCAN_PIX(pix) ((PIX *)(pix))
#define OCRSCAN_HANDLE(pix) ((ocrscan_pix *)(pix))

/* Leptonica's messages go to standard error, where nobody reads them. */
static inline void ocrscan_lept_be_quiet(void) { setMsgSeverity(L_SEVERITY_NONE); }

/* All pixels are 0. Returns NULL if memory runs out, like everything below that returns a handle. */
static inline ocrscan_pix *_Nullable ocrscan_pix_create(int32_t width, int32_t height, int32_t depth) {
  return OCRSCAN_HANDLE(pixCreate(width, height, depth));
}

static inline void ocrscan_pix_destroy(ocrscan_pix *_Nonnull pix) {
  PIX *owned = OCRSCAN_PIX(pix);
  pixDestroy(&owned);
}

static inline int32_t ocrscan_pix_width(const ocrscan_pix *_Nonnull pix) { return pixGetWidth((PIX *)pix); }
static inline int32_t ocrscan_pix_height(const ocrscan_pix *_Nonnull pix) { return pixGetHeight((PIX *)pix); }

/* The words of the pixels, row by row. */
static inline uint32_t *_Nonnull ocrscan_pix_data(ocrscan_pix *_Nonnull pix) { return pixGetData(OCRSCAN_PIX(pix)); }
static inline int32_t ocrscan_pix_words_per_row(const ocrscan_pix *_Nonnull pix) { return pixGetWpl((PIX *)pix); }

/* Sets a rectangle, clipped to the picture. Returns 0 on success, like everything below that returns int. */
static inline int ocrscan_pix_fill(ocrscan_pix *_Nonnull pix, int32_t x, int32_t y, int32_t width, int32_t height,
                                   uint32_t value) {
  BOX *box = boxCreate(x, y, width, height);
  int result = pixSetInRectArbitrary(OCRSCAN_PIX(pix), box, value);
  boxDestroy(&box);
  return result;
}

/* Draws a straight line in a 1-bit picture. */
static inline int ocrscan_pix_line(ocrscan_pix *_Nonnull pix, int32_t x1, int32_t y1, int32_t x2, int32_t y2,
                                   int32_t width, int set) {
  return pixRenderLine(OCRSCAN_PIX(pix), x1, y1, x2, y2, width, set ? L_SET_PIXELS : L_CLEAR_PIXELS);
}

/* Grows the set pixels of a 1-bit picture by a margin on every side. */
static inline ocrscan_pix *_Nullable ocrscan_pix_grown(ocrscan_pix *_Nonnull pix, int32_t margin) {
  return OCRSCAN_HANDLE(pixDilateBrick(NULL, OCRSCAN_PIX(pix), 2 * margin + 1, 2 * margin + 1));
}

/* The pixels set in the first and not in the second, both of 1 bit. */
static inline ocrscan_pix *_Nullable ocrscan_pix_difference(ocrscan_pix *_Nonnull first, ocrscan_pix *_Nonnull second) {
  return OCRSCAN_HANDLE(pixSubtract(NULL, OCRSCAN_PIX(first), OCRSCAN_PIX(second)));
}

/* Sets the pixels where a 1-bit mask is set. */
static inline int ocrscan_pix_paint(ocrscan_pix *_Nonnull pix, ocrscan_pix *_Nonnull mask, uint32_t value) {
  return pixPaintThroughMask(OCRSCAN_PIX(pix), OCRSCAN_PIX(mask), 0, 0, value);
}

/* A 1-bit picture as 8 bits, 0 and 255, scaled by area, so that every source pixel counts. */
static inline ocrscan_pix *_Nullable ocrscan_pix_coverage(ocrscan_pix *_Nonnull mask, float scale) {
  PIX *bytes = pixConvert1To8(NULL, OCRSCAN_PIX(mask), 0, 255);
  PIX *scaled = bytes == NULL ? NULL : pixScaleAreaMap(bytes, scale, scale);
  pixDestroy(&bytes);
  return OCRSCAN_HANDLE(scaled);
}

/* A 32-bit picture scaled by at most 1, by area, so that every source pixel counts; at least one pixel in size. */
static inline ocrscan_pix *_Nullable ocrscan_pix_scaled(ocrscan_pix *_Nonnull pix, float scale) {
  float least_x = 1.0f / (float)pixGetWidth(OCRSCAN_PIX(pix)), least_y = 1.0f / (float)pixGetHeight(OCRSCAN_PIX(pix));
  return OCRSCAN_HANDLE(
      pixScaleAreaMap(OCRSCAN_PIX(pix), scale > least_x ? scale : least_x, scale > least_y ? scale : least_y));
}

/* Copies a picture into another of the same depth. */
static inline int ocrscan_pix_copy(ocrscan_pix *_Nonnull pix, int32_t x, int32_t y, ocrscan_pix *_Nonnull source) {
  PIX *from = OCRSCAN_PIX(source);
  return pixRasterop(OCRSCAN_PIX(pix), x, y, pixGetWidth(from), pixGetHeight(from), PIX_SRC, from, 0, 0);
}

/* A 32-bit picture with a color laid over it, in the amounts given by an 8-bit coverage placed at x and y. */
static inline ocrscan_pix *_Nullable ocrscan_pix_blended(ocrscan_pix *_Nonnull pix, ocrscan_pix *_Nonnull coverage,
                                                         int32_t x, int32_t y, uint32_t value) {
  PIX *amount = OCRSCAN_PIX(coverage);
  PIX *ink = pixCreate(pixGetWidth(amount), pixGetHeight(amount), 32);
  PIX *blended = NULL;
  if (ink != NULL && pixSetAllArbitrary(ink, value) == 0)
    blended = pixBlendWithGrayMask(OCRSCAN_PIX(pix), ink, amount, x, y);
  pixDestroy(&ink);
  return OCRSCAN_HANDLE(blended);
}

/* The font built into the library, in one of its sizes (4, 6, ... 20); reads no file. */
static inline ocrscan_font *_Nullable ocrscan_font_create(int32_t size) {
  return (ocrscan_font *)bmfCreate(NULL, size);
}

static inline void ocrscan_font_destroy(ocrscan_font *_Nonnull font) {
  L_BMF *owned = (L_BMF *)font;
  bmfDestroy(&owned);
}

/* The width in pixels; negative on failure. */
static inline int32_t ocrscan_font_width(ocrscan_font *_Nonnull font, const char *_Nonnull text) {
  int32_t width;
  return bmfGetStringWidth((L_BMF *)font, text, &width) == 0 ? width : -1;
}

/* Writes a line of printable ASCII into a 1-bit picture, with its baseline at y. */
static inline int ocrscan_font_write(ocrscan_font *_Nonnull font, ocrscan_pix *_Nonnull pix, const char *_Nonnull text,
                                     int32_t x, int32_t y) {
  int32_t width, overflow;
  return pixSetTextline(OCRSCAN_PIX(pix), (L_BMF *)font, text, 1, x, y, &width, &overflow);
}

/* A 32-bit picture as an RGB PNG in memory, to be freed with ocrscan_lept_free. */
static inline int ocrscan_pix_encode(ocrscan_pix *_Nonnull pix, int32_t level, uint8_t *_Nullable *_Nonnull bytes,
                                     size_t *_Nonnull count) {
  pixSetZlibCompression(OCRSCAN_PIX(pix), level);
  return pixWriteMemPng(bytes, count, OCRSCAN_PIX(pix), 0);
}

static inline void ocrscan_lept_free(void *_Nullable bytes) { lept_free(bytes); }

#endif
