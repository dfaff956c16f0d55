// Multiplies 16 pairs of 16-bit numbers at a time (VPMADDWD).
#if defined(__x86_64__)
#include "layer_vectors.h"

#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#define LAYERS layers_avx2
#define WEIGHT_SUMS 0
#define BLOCKS 1

struct sums {
  __m256i rows[4]; // of 4 rows each, in pairs until the end
};

INLINE void add_products(struct sums sums[layer_tile][BLOCKS], uint32_t count, uint32_t blocks, const int8_t *weights,
                         size_t block_size, const int8_t *input, size_t input_stride) {
  (void)blocks;
  (void)block_size;
  __m256i some[4];
  for (int i = 0; i < 4; i++)
    some[i] = _mm256_cvtepi8_epi16(_mm_loadu_si128((const __m128i_u *)(weights + 16 * i)));
  for (uint32_t t = 0; t < count; t++) {
    int32_t four;
    memcpy(&four, input + t * input_stride, 4);
    const __m256i values = _mm256_broadcastq_epi64(_mm_cvtepi8_epi16(_mm_cvtsi32_si128(four)));
    for (int i = 0; i < 4; i++)
      sums[t][0].rows[i] = _mm256_add_epi32(sums[t][0].rows[i], _mm256_madd_epi16(some[i], values));
  }
}

INLINE void store_sums(const struct sums *sums, const int32_t *others, int32_t *to) {
  for (int i = 0; i < 4; i += 2) {
    // Rows 0 1 4 5 2 3 6 7 after the addition.
    const __m256i rows = _mm256_permute4x64_epi64(_mm256_hadd_epi32(sums->rows[i], sums->rows[i + 1]), 0xD8);
    _mm256_storeu_si256((__m256i_u *)(to + 4 * i), _mm256_add_epi32(rows, _mm256_loadu_si256((const __m256i_u *)(others + 4 * i))));
  }
}

#include "gather_avx2.h"
#include "layers.h"
#pragma clang attribute pop
#endif
