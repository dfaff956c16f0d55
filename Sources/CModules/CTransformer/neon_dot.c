/* 16 products of bytes at a time (SDOT), where the processor has the instruction. */
#if defined(__aarch64__)
#include <arm_neon.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#pragma clang attribute push(__attribute__((target("dotprod"))), apply_to = function)
#define CT_LEVEL ct_neon_dot_level
#define CT_TILE 4
#define CT_ACTIVATION int8_t
#include "forward.h"

/* Activations of word pieces that are not there are left from before, or anything; their sums are not used. */
static void ct_multiply_tile(const struct ct_tile *tile, uint32_t count) {
  for (uint32_t block = 0; block < 2; block++) {
    const int8_t *weights = tile->weights + (size_t)block * 16 * tile->columns;
    const int8_t *activations = tile->activations;
    union {
      int32x4_t parts[4];
      v16i all;
    } sums[CT_TILE];
    for (int t = 0; t < CT_TILE; t++)
      for (int i = 0; i < 4; i++) sums[t].parts[i] = vdupq_n_s32(0);
    for (uint32_t column = 0; column < tile->columns; column += 4) {
      const int8x16_t values = vld1q_s8(activations);
      for (int i = 0; i < 4; i++) {
        const int8x16_t some = vld1q_s8(weights + 16 * i);
        sums[0].parts[i] = vdotq_laneq_s32(sums[0].parts[i], some, values, 0);
        sums[1].parts[i] = vdotq_laneq_s32(sums[1].parts[i], some, values, 1);
        sums[2].parts[i] = vdotq_laneq_s32(sums[2].parts[i], some, values, 2);
        sums[3].parts[i] = vdotq_laneq_s32(sums[3].parts[i], some, values, 3);
      }
      weights += 64;
      activations += 4 * CT_TILE;
    }
    for (uint32_t t = 0; t < count; t++)
      ct_finish(tile, t, 16 * block, sums[t].all);
  }
}
#pragma clang attribute pop
#endif
