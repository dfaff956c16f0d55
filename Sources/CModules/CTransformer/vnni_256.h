/* Multiplies 32 pairs of bytes at a time, like avx512_vnni.c; CT_DOT is the instruction. Included by avx_vnni.c, and
   by avx512_vnni_256.c for processors that have it in AVX-512. */
#include <string.h>

#include "level.h"

#define CT_TILE 6
#define CT_ACTIVATION int8_t
#define CT_ROWS 16
#define CT_COLUMNS 4
#define CT_WEIGHT_OFFSET 128

struct ct_sums {
  __m256i first, second; /* of 8 rows each */
};

CT_INLINE void ct_add_products(struct ct_sums *sums, uint32_t count, const int8_t *weights, uint32_t columns,
                               const int8_t *activations) {
  (void)columns;
  const __m256i offset = _mm256_set1_epi8((char)CT_WEIGHT_OFFSET);
  const __m256i some = _mm256_xor_si256(_mm256_loadu_si256((const __m256i_u *)weights), offset);
  const __m256i others = _mm256_xor_si256(_mm256_loadu_si256((const __m256i_u *)(weights + 32)), offset);
  for (uint32_t t = 0; t < count; t++) {
    int32_t four;
    memcpy(&four, activations + 4 * t, 4);
    const __m256i values = _mm256_set1_epi32(four);
    sums[t].first = CT_DOT(sums[t].first, some, values);
    sums[t].second = CT_DOT(sums[t].second, others, values);
  }
}

CT_INLINE void ct_store_sums(const struct ct_sums *sums, int32_t *to) {
  _mm256_storeu_si256((__m256i_u *)to, sums->first);
  _mm256_storeu_si256((__m256i_u *)(to + 8), sums->second);
}

#include "forward.h"
