/* Decoding with libjpeg, which reports errors by longjmp (setjmp(3)). Across Swift frames that is undefined, so it
   stops here. */
#ifndef OCRSCAN_JPEG_H
#define OCRSCAN_JPEG_H

#include <stddef.h>
#include <stdint.h>

enum ocrscan_jpeg_end {
  OCRSCAN_JPEG_DONE,
  OCRSCAN_JPEG_FAILED,
  OCRSCAN_JPEG_NO_MEMORY,
};

/* Decodes a whole JPEG of 8 bits a sample into rows from the top, tightly packed.
   With 1 or 3 components: red, green, blue. With 4: cyan, magenta, yellow, black as stored.
   file, count: the JPEG. width, height, components: what its header must say.
   pixels: width * height * (4 with 4 components, else 3) bytes.
   Damage within the compressed data is no failure: the library goes on, as in every program that shows the picture.
   Returns an ocrscan_jpeg_end. */
int ocrscan_jpeg_decode(const uint8_t *_Nonnull file, size_t count, uint32_t width, uint32_t height,
                        int32_t components, uint8_t *_Nonnull pixels);

#endif
