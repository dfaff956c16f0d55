/*
 * Multiplies matrices of bytes by activations of bytes: the loops around the parts that each kernel defines. Included
 * by forward.h, which lists those parts.
 */
typedef CT_ACTIVATION v16a __attribute__((vector_size(16 * sizeof(CT_ACTIVATION))));

/* Quantizes values to bytes, over the range from the smallest to the largest value of a row: single values of
   normalized vectors are far to one side of the others, so with a range around 0 half of the bytes would stay unused.
   Of the mean of MiniLM's vectors for 50 sentences, this loses 0.11 % of the direction instead of 0.29 %.
   Activations lie as the kernels read them: for each tile of word pieces, for each 4 columns, 4 values of each
   piece. */
static void ct_quantize(const float *input, uint32_t stride, uint32_t columns, uint32_t count,
                        const struct ct_workspace *workspace) {
  for (uint32_t t = 0; t < count; t++) {
    const float *row = input + (size_t)t * stride;
    v16f largest = ct_load(row), smallest = -largest;
    for (uint32_t i = 16; i < columns; i += 16) {
      largest = ct_larger(ct_load(row + i), largest);
      smallest = ct_larger(-ct_load(row + i), smallest);
    }
    const float upper = ct_largest(largest), lower = -ct_largest(smallest);
    const float middle = (lower + upper) * 0.5f, reach = (upper - lower) * 0.5f;
    /* A range so small that its inverse would not be finite counts as zero. */
    const float scale = reach > 1e-30f ? reach / 127.0f : 0.0f;
    const float inverse = reach > 1e-30f ? 127.0f / reach : 0.0f;
    CT_ACTIVATION *to =
        (CT_ACTIVATION *)workspace->activations + (size_t)(t / CT_TILE) * CT_TILE * columns + (t % CT_TILE) * 4;
    v16i sum = {0};
    for (uint32_t i = 0; i < columns; i += 16) {
      const v16i whole = ct_round((ct_load(row + i) - middle) * inverse);
      sum += whole;
      const v16a narrow = __builtin_convertvector(whole, v16a);
      for (int part = 0; part < 4; part++)
        memcpy(to + (i / 4 + (uint32_t)part) * CT_TILE * 4, (const CT_ACTIVATION *)&narrow + part * 4,
               4 * sizeof(CT_ACTIVATION));
    }
    int32_t whole_sum = 0;
    for (int i = 0; i < 16; i++) whole_sum += sum[i];
    workspace->scales[t] = scale;
    workspace->middles[t] = middle;
    workspace->sums[t] = whole_sum;
  }
}

/* One tile of word pieces to be multiplied by 32 rows of a matrix, in two blocks of 16. */
struct ct_tile {
  const int8_t *weights; /* the second block follows the first */
  const float *row_scales, *totals, *bias;
  uint32_t columns;
  const CT_ACTIVATION *activations;
  const float *scales, *middles; /* of the word pieces */
  const int32_t *sums;
  float *out;
  uint32_t stride; /* of the rows of `out` */
};

/* Turns the sums of products for one word piece and 16 rows back into numbers. */
CT_INLINE void ct_finish(const struct ct_tile *tile, uint32_t piece, uint32_t row, v16i sums) {
  const v16f scales = ct_load(tile->row_scales + row) * tile->scales[piece];
  const v16f rest = ct_load(tile->totals + row) * tile->middles[piece] + ct_load(tile->bias + row);
  ct_store(tile->out + (size_t)piece * tile->stride + row, ct_floats(sums) * scales + rest);
}

/* Sums the products for a number of word pieces that the compiler knows, so that they stay in registers. */
CT_INLINE void ct_multiply_some(const struct ct_tile *tile, uint32_t count) {
  int32_t whole[CT_TILE][32];
  for (uint32_t row = 0; row < 32; row += CT_ROWS) {
    const int8_t *weights = tile->weights + (size_t)(row / 16) * 16 * tile->columns + row % 16 * 4;
    const CT_ACTIVATION *activations = tile->activations;
    struct ct_sums sums[CT_TILE];
    for (uint32_t t = 0; t < count; t++) memset(&sums[t], 0, sizeof sums[t]);
    for (uint32_t column = 0; column < tile->columns; column += CT_COLUMNS) {
      ct_add_products(sums, count, weights, tile->columns, activations);
      weights += 16 * CT_COLUMNS;
      activations += CT_COLUMNS * CT_TILE;
    }
    for (uint32_t t = 0; t < count; t++) ct_store_sums(&sums[t], whole[t] + row);
  }
  for (uint32_t t = 0; t < count; t++)
    for (uint32_t row = 0; row < 32; row += 16)
      ct_finish(tile, t, row, *(const v16i_any *)(whole[t] + row) - CT_WEIGHT_OFFSET * tile->sums[t]);
}

static void ct_multiply_tile(const struct ct_tile *tile, uint32_t count) {
  _Static_assert(CT_TILE <= 12, "a case for each number of word pieces");
#define CT_CASE(number) \
  case number: \
    if (number <= CT_TILE) ct_multiply_some(tile, number); \
    break
  switch (count) {
    CT_CASE(1);
    CT_CASE(2);
    CT_CASE(3);
    CT_CASE(4);
    CT_CASE(5);
    CT_CASE(6);
    CT_CASE(7);
    CT_CASE(8);
    CT_CASE(9);
    CT_CASE(10);
    CT_CASE(11);
    CT_CASE(12);
    default: break;
  }
#undef CT_CASE
}

/* Multiplies the activations by a matrix: `rows` values for each of `count` word pieces. Weights stay in the L1
   cache while all tiles of the block use them. */
static void ct_multiply(const struct ct_matrix *matrix, uint32_t rows, uint32_t columns, uint32_t count,
                        const struct ct_workspace *workspace, float *out, uint32_t stride) {
  for (uint32_t row = 0; row < rows; row += 32) {
    for (uint32_t first = 0; first < count; first += CT_TILE) {
      const struct ct_tile tile = {
          .weights = matrix->weights + (size_t)row * columns,
          .row_scales = matrix->scales + row,
          .totals = matrix->totals + row,
          .bias = matrix->bias + row,
          .columns = columns,
          .activations = (const CT_ACTIVATION *)workspace->activations + (size_t)first * columns,
          .scales = workspace->scales + first,
          .middles = workspace->middles + first,
          .sums = workspace->sums + first,
          .out = out + (size_t)first * stride + row,
          .stride = stride};
      ct_multiply_tile(&tile, count - first < CT_TILE ? count - first : CT_TILE);
    }
  }
}
