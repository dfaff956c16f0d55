/* 64 products of bytes at a time (VPDPBUSD, Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2): of
   unsigned bytes, the weights plus 128, and signed ones, the activations. 128 times their sum is taken off at the end. */
#if defined(__x86_64__)
#include <immintrin.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#pragma clang attribute push( \
    __attribute__((target("avx2,avx512f,avx512bw,avx512dq,avx512vl,avx512vnni"))), apply_to = function)
#define CT_LEVEL ct_avx512_vnni_level
#define CT_TILE 12
#define CT_ACTIVATION int8_t
#include "forward.h"

CT_INLINE void ct_multiply_some(const struct ct_tile *tile, uint32_t count) {
  const __m512i half = _mm512_set1_epi8((char)0x80);
  const int8_t *first_weights = tile->weights, *second_weights = tile->weights + (size_t)16 * tile->columns;
  const int8_t *activations = tile->activations;
  __m512i first[CT_TILE], second[CT_TILE];
  for (uint32_t t = 0; t < count; t++) first[t] = second[t] = _mm512_setzero_si512();
  for (uint32_t column = 0; column < tile->columns; column += 4) {
    const __m512i some = _mm512_xor_si512(_mm512_loadu_si512(first_weights), half);
    const __m512i others = _mm512_xor_si512(_mm512_loadu_si512(second_weights), half);
    for (uint32_t t = 0; t < count; t++) {
      int32_t four;
      memcpy(&four, activations + 4 * t, 4);
      const __m512i values = _mm512_set1_epi32(four);
      first[t] = _mm512_dpbusd_epi32(first[t], some, values);
      second[t] = _mm512_dpbusd_epi32(second[t], others, values);
    }
    first_weights += 64;
    second_weights += 64;
    activations += 4 * CT_TILE;
  }
  for (uint32_t t = 0; t < count; t++) {
    const int32_t excess = 128 * tile->sums[t];
    ct_finish(tile, t, 0, (v16i)first[t] - excess);
    ct_finish(tile, t, 16, (v16i)second[t] - excess);
  }
}

static void ct_multiply_tile(const struct ct_tile *tile, uint32_t count) {
  switch (count) {
    case 1: ct_multiply_some(tile, 1); break;
    case 2: ct_multiply_some(tile, 2); break;
    case 3: ct_multiply_some(tile, 3); break;
    case 4: ct_multiply_some(tile, 4); break;
    case 5: ct_multiply_some(tile, 5); break;
    case 6: ct_multiply_some(tile, 6); break;
    case 7: ct_multiply_some(tile, 7); break;
    case 8: ct_multiply_some(tile, 8); break;
    case 9: ct_multiply_some(tile, 9); break;
    case 10: ct_multiply_some(tile, 10); break;
    case 11: ct_multiply_some(tile, 11); break;
    default: ct_multiply_some(tile, 12); break;
  }
}
#pragma clang attribute pop
#endif
