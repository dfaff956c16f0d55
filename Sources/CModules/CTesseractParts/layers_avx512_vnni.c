// Multiplies 64 pairs of bytes at a time (VPDPBUSD, Intel 64 and IA-32 Architectures Software Developer's Manual,
// volume 2): unsigned bytes, which are the inputs plus 128, by signed ones, the weights.
#if defined(__x86_64__)
#include "layer_vectors.h"

#pragma clang attribute push( \
    __attribute__((target("avx2,avx512f,avx512bw,avx512dq,avx512vl,avx512vnni"))), apply_to = function)
#define LAYERS layers_avx512_vnni
#define WEIGHT_SUMS 128
#define BLOCKS 4

struct sums {
  __m512i rows;
};

INLINE void add_products(struct sums sums[layer_tile][BLOCKS], uint32_t count, uint32_t blocks, const int8_t *weights,
                         size_t block_size, const int8_t *input, size_t input_stride) {
  __m512i some[BLOCKS];
  for (uint32_t block = 0; block < blocks; block++) some[block] = _mm512_loadu_si512(weights + block * block_size);
  for (uint32_t t = 0; t < count; t++) {
    int32_t four;
    memcpy(&four, input + t * input_stride, 4);
    const __m512i values = _mm512_set1_epi32(four ^ (int32_t)0x80808080);
    for (uint32_t block = 0; block < blocks; block++)
      sums[t][block].rows = _mm512_dpbusd_epi32(sums[t][block].rows, values, some[block]);
  }
}

INLINE void store_sums(const struct sums *sums, const int32_t *others, int32_t *to) {
  _mm512_storeu_si512(to, _mm512_add_epi32(sums->rows, _mm512_loadu_si512(others)));
}

INLINE void gather(v16i places, const float *table, v16f *here, v16f *next) {
  const __m512i all_places = (__m512i)places;
  const __m512 low = _mm512_castpd_ps(_mm512_i32gather_pd(_mm512_castsi512_si256(all_places), table, 4));
  const __m512 high = _mm512_castpd_ps(_mm512_i32gather_pd(_mm512_extracti64x4_epi64(all_places, 1), table, 4));
  const __m512i even = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
  *here = (v16f)_mm512_permutex2var_ps(low, even, high);
  *next = (v16f)_mm512_permutex2var_ps(low, _mm512_add_epi32(even, _mm512_set1_epi32(1)), high);
}

#include "layers.h"
#pragma clang attribute pop
#endif
