/* Multiplies 64 pairs of bytes at a time (VPDPBUSD, Intel 64 and IA-32 Architectures Software Developer's Manual,
   volume 2): unsigned bytes, which are the weights plus 128, by signed ones, the activations. 128 times the sum of
   the activations is subtracted at the end. */
#if defined(__x86_64__)
#include <immintrin.h>
#include <string.h>

#include "level.h"

#pragma clang attribute push( \
    __attribute__((target("avx2,avx512f,avx512bw,avx512dq,avx512vl,avx512vnni"))), apply_to = function)
#define CT_LEVEL ct_avx512_vnni_level
#define CT_TILE 12
#define CT_ACTIVATION int8_t
#define CT_ROWS 32
#define CT_COLUMNS 4
#define CT_WEIGHT_OFFSET 128

struct ct_sums {
  __m512i first, second; /* of 16 rows each */
};

CT_INLINE void ct_add_products(struct ct_sums *sums, uint32_t count, const int8_t *weights, uint32_t columns,
                               const int8_t *activations) {
  const __m512i offset = _mm512_set1_epi8((char)CT_WEIGHT_OFFSET);
  const __m512i some = _mm512_xor_si512(_mm512_loadu_si512(weights), offset);
  const __m512i others = _mm512_xor_si512(_mm512_loadu_si512(weights + (size_t)16 * columns), offset);
  for (uint32_t t = 0; t < count; t++) {
    int32_t four;
    memcpy(&four, activations + 4 * t, 4);
    const __m512i values = _mm512_set1_epi32(four);
    sums[t].first = _mm512_dpbusd_epi32(sums[t].first, some, values);
    sums[t].second = _mm512_dpbusd_epi32(sums[t].second, others, values);
  }
}

CT_INLINE void ct_store_sums(const struct ct_sums *sums, int32_t *to) {
  _mm512_storeu_si512(to, sums->first);
  _mm512_storeu_si512(to + 16, sums->second);
}

#include "forward.h"
#pragma clang attribute pop
#endif
