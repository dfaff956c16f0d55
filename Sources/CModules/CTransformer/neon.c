/* Multiplies 8 pairs of bytes at a time (SMULL, SMLAL, SADALP; Arm Architecture Reference Manual). The sum of two
   products, at most 2 * 128 * 127, fits into 16 bits. */
#if defined(__aarch64__)
#include <arm_neon.h>
#include <string.h>

#include "level.h"

#define CT_LEVEL ct_neon_level
#define CT_TILE 2
#define CT_ACTIVATION int8_t
#define CT_ROWS 16
#define CT_COLUMNS 8
#define CT_WEIGHT_OFFSET 0

struct ct_sums {
  int32x4_t pairs[8]; /* of rows 0 and 1, 2 and 3, ... */
};

CT_INLINE void ct_add_products(struct ct_sums *sums, uint32_t count, const int8_t *weights, uint32_t columns,
                               const int8_t *activations) {
  (void)columns;
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
      sums[t].pairs[i] = vpadalq_s16(sums[t].pairs[i], vmlal_s8(vmull_s8(some, these[t]), others, next[t]));
  }
}

CT_INLINE void ct_store_sums(const struct ct_sums *sums, int32_t *to) {
  for (int i = 0; i < 4; i++) vst1q_s32(to + 4 * i, vpaddq_s32(sums->pairs[2 * i], sums->pairs[2 * i + 1]));
}

#include "forward.h"
#endif
