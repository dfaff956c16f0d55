/* Like avx2.c with registers half as wide, which every x86-64 processor has. */
#if defined(__x86_64__)
#include <emmintrin.h>

#include "level.h"

#define CT_LEVEL ct_sse2_level
#define CT_TILE 3
#define CT_ACTIVATION int16_t
#define CT_ROWS 4
#define CT_COLUMNS 4
#define CT_WEIGHT_OFFSET 0

struct ct_sums {
  __m128i first, second; /* of 2 rows each, in pairs until the end */
};

CT_INLINE void ct_add_products(struct ct_sums *sums, uint32_t count, const int8_t *weights, uint32_t columns,
                               const int16_t *activations) {
  (void)columns;
  const __m128i bytes = _mm_loadu_si128((const __m128i_u *)weights);
  const __m128i some = _mm_srai_epi16(_mm_unpacklo_epi8(bytes, bytes), 8);
  const __m128i others = _mm_srai_epi16(_mm_unpackhi_epi8(bytes, bytes), 8);
  for (uint32_t t = 0; t < count; t++) {
    const __m128i four = _mm_loadl_epi64((const __m128i_u *)(activations + 4 * t));
    const __m128i values = _mm_unpacklo_epi64(four, four);
    sums[t].first = _mm_add_epi32(sums[t].first, _mm_madd_epi16(some, values));
    sums[t].second = _mm_add_epi32(sums[t].second, _mm_madd_epi16(others, values));
  }
}

CT_INLINE void ct_store_sums(const struct ct_sums *sums, int32_t *to) {
  const __m128 low = _mm_castsi128_ps(sums->first), high = _mm_castsi128_ps(sums->second);
  const __m128i rows = _mm_add_epi32(_mm_castps_si128(_mm_shuffle_ps(low, high, 0x88)),
                                     _mm_castps_si128(_mm_shuffle_ps(low, high, 0xDD)));
  _mm_storeu_si128((__m128i_u *)to, rows);
}

#include "forward.h"
#endif
