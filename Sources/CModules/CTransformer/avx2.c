/* 16 products at a time, of 16-bit numbers (VPMADDWD): the instruction for bytes of processors without VNNI, VPMADDUBSW,
   cuts sums off at 16 bits. */
#if defined(__x86_64__)
#include <immintrin.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#define CT_LEVEL ct_avx2_level
#define CT_TILE 6
#define CT_ACTIVATION int16_t
#include "forward.h"

/* 8 rows at a time, 4 in each register, whose sums are in pairs until the end. */
CT_INLINE void ct_multiply_some(const struct ct_tile *tile, uint32_t count) {
  for (uint32_t block = 0; block < 2; block++) {
    union {
      __m256i parts[2];
      v16i all;
    } sums[CT_TILE];
    for (uint32_t half = 0; half < 2; half++) {
      const int8_t *weights = tile->weights + (size_t)block * 16 * tile->columns + half * 32;
      const int16_t *activations = tile->activations;
      __m256i pairs[CT_TILE][2];
      for (uint32_t t = 0; t < count; t++) pairs[t][0] = pairs[t][1] = _mm256_setzero_si256();
      for (uint32_t column = 0; column < tile->columns; column += 4) {
        const __m256i some = _mm256_cvtepi8_epi16(_mm_loadu_si128((const __m128i_u *)weights));
        const __m256i others = _mm256_cvtepi8_epi16(_mm_loadu_si128((const __m128i_u *)(weights + 16)));
        for (uint32_t t = 0; t < count; t++) {
          int64_t four;
          memcpy(&four, activations + 4 * t, 8);
          const __m256i values = _mm256_set1_epi64x(four);
          pairs[t][0] = _mm256_add_epi32(pairs[t][0], _mm256_madd_epi16(some, values));
          pairs[t][1] = _mm256_add_epi32(pairs[t][1], _mm256_madd_epi16(others, values));
        }
        weights += 64;
        activations += 4 * CT_TILE;
      }
      /* Rows 0 1 4 5 2 3 6 7 after the addition. */
      for (uint32_t t = 0; t < count; t++)
        sums[t].parts[half] = _mm256_permute4x64_epi64(_mm256_hadd_epi32(pairs[t][0], pairs[t][1]), 0xD8);
    }
    for (uint32_t t = 0; t < count; t++)
      ct_finish(tile, t, 16 * block, sums[t].all);
  }
}

static void ct_multiply_tile(const struct ct_tile *tile, uint32_t count) {
  switch (count) {
    case 1: ct_multiply_some(tile, 1); break;
    case 2: ct_multiply_some(tile, 2); break;
    case 3: ct_multiply_some(tile, 3); break;
    case 4: ct_multiply_some(tile, 4); break;
    case 5: ct_multiply_some(tile, 5); break;
    default: ct_multiply_some(tile, 6); break;
  }
}
#pragma clang attribute pop
#endif
