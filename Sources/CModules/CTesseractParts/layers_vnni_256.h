// Like layers_avx512_vnni.c with registers half as wide; DOT is the instruction. Included by layers_avx_vnni.c, and by
// layers_avx512_vnni_256.c for processors that have it in AVX-512.
#define WEIGHT_SUMS 128
#define BLOCKS 2

struct sums {
  __m256i rows[2]; // 8 each
};

INLINE void add_products(struct sums sums[layer_tile][BLOCKS], uint32_t count, uint32_t blocks, const int8_t *weights,
                         size_t block_size, const int8_t *input, size_t input_stride) {
  for (uint32_t t = 0; t < count; t++) {
    int32_t four;
    memcpy(&four, input + t * input_stride, 4);
    const __m256i values = _mm256_set1_epi32(four ^ (int32_t)0x80808080);
    for (uint32_t block = 0; block < blocks; block++)
      for (int i = 0; i < 2; i++)
        sums[t][block].rows[i] = DOT(
            sums[t][block].rows[i], values, _mm256_loadu_si256((const __m256i_u *)(weights + block * block_size + 32 * i)));
  }
}

INLINE void store_sums(const struct sums *sums, const int32_t *others, int32_t *to) {
  for (int i = 0; i < 2; i++)
    _mm256_storeu_si256((__m256i_u *)(to + 8 * i),
                        _mm256_add_epi32(sums->rows[i], _mm256_loadu_si256((const __m256i_u *)(others + 8 * i))));
}

#include "gather_avx2.h"
#include "layers.h"
