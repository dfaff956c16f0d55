/* Multiplies 16 pairs of 16-bit numbers at a time (VPMADDWD): VPMADDUBSW, the instruction for bytes on processors
   without VNNI, saturates its sums at 16 bits. */
#if defined(__x86_64__)
#include <immintrin.h>
#include <string.h>

#include "level.h"

#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#define CT_LEVEL ct_avx2_level
#define CT_TILE 6
#define CT_ACTIVATION int16_t
#define CT_ROWS 8
#define CT_COLUMNS 4
#define CT_WEIGHT_OFFSET 0

struct ct_sums {
  __m256i first, second; /* of 4 rows each, in pairs until the end */
};

CT_INLINE void ct_add_products(struct ct_sums *sums, uint32_t count, const int8_t *weights, uint32_t columns,
                               const int16_t *activations) {
  (void)columns;
  const __m256i some = _mm256_cvtepi8_epi16(_mm_loadu_si128((const __m128i_u *)weights));
  const __m256i others = _mm256_cvtepi8_epi16(_mm_loadu_si128((const __m128i_u *)(weights + 16)));
  for (uint32_t t = 0; t < count; t++) {
    int64_t four;
    memcpy(&four, activations + 4 * t, 8);
    const __m256i values = _mm256_set1_epi64x(four);
    sums[t].first = _mm256_add_epi32(sums[t].first, _mm256_madd_epi16(some, values));
    sums[t].second = _mm256_add_epi32(sums[t].second, _mm256_madd_epi16(others, values));
  }
}

CT_INLINE void ct_store_sums(const struct ct_sums *sums, int32_t *to) {
  /* Rows 0 1 4 5 2 3 6 7 after the addition. */
  const __m256i rows = _mm256_permute4x64_epi64(_mm256_hadd_epi32(sums->first, sums->second), 0xD8);
  _mm256_storeu_si256((__m256i_u *)to, rows);
}

#include "forward.h"
#pragma clang attribute pop
#endif
