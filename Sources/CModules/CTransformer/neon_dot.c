/* Multiplies 16 pairs of bytes at a time (SDOT), if the processor has the instruction. */
#if defined(__aarch64__)
#include <arm_neon.h>

#include "level.h"

#pragma clang attribute push(__attribute__((target("dotprod"))), apply_to = function)
#define CT_LEVEL ct_neon_dot_level
#define CT_TILE 4
#define CT_ACTIVATION int8_t
#define CT_ROWS 16
#define CT_COLUMNS 4
#define CT_WEIGHT_OFFSET 0

struct ct_sums {
  int32x4_t parts[4]; /* of 4 rows each */
};

/* Which of the activations in a register the instruction uses is encoded in it, so all word pieces of a tile are
   read whether they exist or not. */
CT_INLINE void ct_add_products(struct ct_sums *sums, uint32_t count, const int8_t *weights, uint32_t columns,
                               const int8_t *activations) {
  (void)columns;
  const int8x16_t values = vld1q_s8(activations);
  for (int i = 0; i < 4; i++) {
    const int8x16_t some = vld1q_s8(weights + 16 * i);
    if (count > 0) sums[0].parts[i] = vdotq_laneq_s32(sums[0].parts[i], some, values, 0);
    if (count > 1) sums[1].parts[i] = vdotq_laneq_s32(sums[1].parts[i], some, values, 1);
    if (count > 2) sums[2].parts[i] = vdotq_laneq_s32(sums[2].parts[i], some, values, 2);
    if (count > 3) sums[3].parts[i] = vdotq_laneq_s32(sums[3].parts[i], some, values, 3);
  }
}

CT_INLINE void ct_store_sums(const struct ct_sums *sums, int32_t *to) {
  for (int i = 0; i < 4; i++) vst1q_s32(to + 4 * i, sums->parts[i]);
}

#include "forward.h"
#pragma clang attribute pop
#endif
