/* 32 products of bytes at a time, as in avx512_vnni.c; CT_DOT is the instruction. Included by avx_vnni.c, and for
   processors that have it in AVX-512 by avx512_vnni_256.c. */
#define CT_TILE 6
#define CT_ACTIVATION int8_t
#include "forward.h"

/* 16 rows at a time. */
CT_INLINE void ct_multiply_some(const struct ct_tile *tile, uint32_t count) {
  const __m256i half = _mm256_set1_epi8((char)0x80);
  for (uint32_t block = 0; block < 2; block++) {
    const int8_t *weights = tile->weights + (size_t)block * 16 * tile->columns;
    const int8_t *activations = tile->activations;
    union {
      __m256i parts[2];
      v16i all;
    } sums[CT_TILE];
    for (uint32_t t = 0; t < count; t++) sums[t].parts[0] = sums[t].parts[1] = _mm256_setzero_si256();
    for (uint32_t column = 0; column < tile->columns; column += 4) {
      const __m256i some = _mm256_xor_si256(_mm256_loadu_si256((const __m256i_u *)weights), half);
      const __m256i others = _mm256_xor_si256(_mm256_loadu_si256((const __m256i_u *)(weights + 32)), half);
      for (uint32_t t = 0; t < count; t++) {
        int32_t four;
        memcpy(&four, activations + 4 * t, 4);
        const __m256i values = _mm256_set1_epi32(four);
        sums[t].parts[0] = CT_DOT(sums[t].parts[0], some, values);
        sums[t].parts[1] = CT_DOT(sums[t].parts[1], others, values);
      }
      weights += 64;
      activations += 4 * CT_TILE;
    }
    for (uint32_t t = 0; t < count; t++)
      ct_finish(tile, t, 16 * block, sums[t].all - 128 * tile->sums[t]);
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
