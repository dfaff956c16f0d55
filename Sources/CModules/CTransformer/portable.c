/* Bytes multiplied as C says it. */
#define CT_LEVEL ct_portable_level
#define CT_TILE 4
#define CT_ACTIVATION int16_t
#include "forward.h"

CT_INLINE void ct_multiply_some(const struct ct_tile *tile, uint32_t count) {
  for (uint32_t block = 0; block < 2; block++) {
    const int8_t *weights = tile->weights + (size_t)block * 16 * tile->columns;
    int32_t sums[CT_TILE][16] = {{0}};
    for (uint32_t column = 0; column < tile->columns; column += 4, weights += 64) {
      const int16_t *activations = tile->activations + (size_t)column * CT_TILE;
      for (uint32_t t = 0; t < count; t++)
        for (int row = 0; row < 16; row++)
          for (int i = 0; i < 4; i++) sums[t][row] += (int32_t)weights[row * 4 + i] * activations[t * 4 + (uint32_t)i];
    }
    for (uint32_t t = 0; t < count; t++) {
      v16i whole;
      memcpy(&whole, sums[t], sizeof whole);
      ct_finish(tile, t, 16 * block, whole);
    }
  }
}

static void ct_multiply_tile(const struct ct_tile *tile, uint32_t count) {
  switch (count) {
    case 1: ct_multiply_some(tile, 1); break;
    case 2: ct_multiply_some(tile, 2); break;
    case 3: ct_multiply_some(tile, 3); break;
    default: ct_multiply_some(tile, 4); break;
  }
}
