/* As avx2.c with half as wide registers, which every x86-64 processor has. */
#if defined(__x86_64__)
#include <emmintrin.h>

#define CT_LEVEL ct_sse2_level
#define CT_TILE 3
#define CT_ACTIVATION int16_t
#include "forward.h"

/* 4 rows at a time, 2 in each register, whose sums are in pairs until the end. */
CT_INLINE void ct_multiply_some(const struct ct_tile *tile, uint32_t count) {
  for (uint32_t block = 0; block < 2; block++) {
    union {
      __m128i parts[4];
      v16i all;
    } sums[CT_TILE];
    for (uint32_t quarter = 0; quarter < 4; quarter++) {
      const int8_t *weights = tile->weights + (size_t)block * 16 * tile->columns + quarter * 16;
      const int16_t *activations = tile->activations;
      __m128i pairs[CT_TILE][2];
      for (uint32_t t = 0; t < count; t++) pairs[t][0] = pairs[t][1] = _mm_setzero_si128();
      for (uint32_t column = 0; column < tile->columns; column += 4) {
        const __m128i bytes = _mm_loadu_si128((const __m128i_u *)weights);
        const __m128i some = _mm_srai_epi16(_mm_unpacklo_epi8(bytes, bytes), 8);
        const __m128i others = _mm_srai_epi16(_mm_unpackhi_epi8(bytes, bytes), 8);
        for (uint32_t t = 0; t < count; t++) {
          const __m128i four = _mm_loadl_epi64((const __m128i_u *)(activations + 4 * t));
          const __m128i values = _mm_unpacklo_epi64(four, four);
          pairs[t][0] = _mm_add_epi32(pairs[t][0], _mm_madd_epi16(some, values));
          pairs[t][1] = _mm_add_epi32(pairs[t][1], _mm_madd_epi16(others, values));
        }
        weights += 64;
        activations += 4 * CT_TILE;
      }
      for (uint32_t t = 0; t < count; t++) {
        const __m128 low = _mm_castsi128_ps(pairs[t][0]), high = _mm_castsi128_ps(pairs[t][1]);
        sums[t].parts[quarter] = _mm_add_epi32(_mm_castps_si128(_mm_shuffle_ps(low, high, 0x88)),
                                               _mm_castps_si128(_mm_shuffle_ps(low, high, 0xDD)));
      }
    }
    for (uint32_t t = 0; t < count; t++)
      ct_finish(tile, t, 16 * block, sums[t].all);
  }
}

static void ct_multiply_tile(const struct ct_tile *tile, uint32_t count) {
  switch (count) {
    case 1: ct_multiply_some(tile, 1); break;
    case 2: ct_multiply_some(tile, 2); break;
    default: ct_multiply_some(tile, 3); break;
  }
}
#endif
