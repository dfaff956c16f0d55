/* Multiplies bytes in plain C. */
#include <string.h>

#include "level.h"

#define CT_LEVEL ct_portable_level
#define CT_TILE 4
#define CT_ACTIVATION int16_t
#define CT_ROWS 16
#define CT_COLUMNS 4
#define CT_WEIGHT_OFFSET 0

struct ct_sums {
  int32_t rows[CT_ROWS];
};

CT_INLINE void ct_add_products(struct ct_sums *sums, uint32_t count, const int8_t *weights, uint32_t columns,
                               const int16_t *activations) {
  (void)columns;
  for (uint32_t t = 0; t < count; t++)
    for (int row = 0; row < CT_ROWS; row++)
      for (int i = 0; i < 4; i++)
        sums[t].rows[row] += (int32_t)weights[row * 4 + i] * activations[t * 4 + (uint32_t)i];
}

CT_INLINE void ct_store_sums(const struct ct_sums *sums, int32_t *to) { memcpy(to, sums->rows, sizeof sums->rows); }

#include "forward.h"
