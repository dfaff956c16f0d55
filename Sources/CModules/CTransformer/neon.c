/* 8 products of bytes at a time (SMULL, SMLAL, SADALP; Arm Architecture Reference Manual). Two products of bytes, at most
   2 * 128 * 127, fit into 16 bits. */
#if defined(__aarch64__)
#include <arm_neon.h>

#define CT_LEVEL ct_neon_level
#define CT_TILE 2
#define CT_ACTIVATION int8_t
#include "forward.h"

CT_INLINE void ct_multiply_some(const struct ct_tile *tile, uint32_t count) {
  for (uint32_t block = 0; block < 2; block++) {
    const int8_t *weights = tile->weights + (size_t)block * 16 * tile->columns;
    const int8_t *activations = tile->activations;
    int32x4_t pairs[CT_TILE][8]; /* of rows 0 and 1, 2 and 3, ... */
    for (uint32_t t = 0; t < count; t++)
      for (int i = 0; i < 8; i++) pairs[t][i] = vdupq_n_s32(0);
    for (uint32_t column = 0; column < tile->columns; column += 8) {
      int8x8_t these[CT_TILE], next[CT_TILE];
      for (uint32_t t = 0; t < count; t++) {
        int32_t four, more;
        memcpy(&four, activations + 4 * t, 4);
        memcpy(&more, activations + 4 * CT_TILE + 4 * t, 4);
        these[t] = vreinterpret_s8_s32(vdup_n_s32(four));
        next[t] = vreinterpret_s8_s32(vdup_n_s32(more));
      }
      for (int i = 0; i < 8; i++) {
        const int8x8_t some = vld1_s8(weights + 8 * i), others = vld1_s8(weights + 64 + 8 * i);
        for (uint32_t t = 0; t < count; t++)
          pairs[t][i] = vpadalq_s16(pairs[t][i], vmlal_s8(vmull_s8(some, these[t]), others, next[t]));
      }
      weights += 128;
      activations += 8 * CT_TILE;
    }
    for (uint32_t t = 0; t < count; t++) {
      union {
        int32x4_t parts[4];
        v16i all;
      } sums;
      for (int i = 0; i < 4; i++) sums.parts[i] = vpaddq_s32(pairs[t][2 * i], pairs[t][2 * i + 1]);
      ct_finish(tile, t, 16 * block, sums.all);
    }
  }
}

static void ct_multiply_tile(const struct ct_tile *tile, uint32_t count) {
  if (count == 1) ct_multiply_some(tile, 1);
  else ct_multiply_some(tile, 2);
}
#endif
