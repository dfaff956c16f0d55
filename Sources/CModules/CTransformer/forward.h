/*
 * The encoder, included once for each kernel, which says how bytes are multiplied:
 *   CT_TILE           word pieces whose activations lie side by side and are multiplied together
 *   CT_ACTIVATION     the type of an activation, int8_t or int16_t
 *   ct_multiply_tile  static function: two blocks of 16 rows times one tile
 *   CT_LEVEL          the name of the resulting struct ct_level
 *
 * All compute the same bits. Vectors of 16 values are GCC's (Using Vector Instructions through Built-in Functions), which
 * become whatever registers there are; every sum has its fixed order, and products and sums are never fused.
 */
#include <string.h>

#include "level.h"

#pragma STDC FP_CONTRACT OFF
/* How vectors are passed differs between processors; no function that is called takes or returns one. */
#pragma clang diagnostic ignored "-Wpsabi"

typedef float v16f __attribute__((vector_size(64)));
typedef int32_t v16i __attribute__((vector_size(64)));
typedef float v16f_any __attribute__((vector_size(64), aligned(4), may_alias));
typedef CT_ACTIVATION v16a __attribute__((vector_size(16 * sizeof(CT_ACTIVATION))));
typedef int8_t v16b_any __attribute__((vector_size(16), aligned(1), may_alias));

#define CT_INLINE static inline __attribute__((always_inline))

CT_INLINE v16f ct_load(const float *place) { return *(const v16f_any *)place; }
CT_INLINE void ct_store(float *place, v16f value) { *(v16f_any *)place = value; }
CT_INLINE v16f ct_all(float value) { return value - (v16f){0}; }
CT_INLINE v16f ct_floats(v16i value) { return __builtin_convertvector(value, v16f); }
CT_INLINE v16f ct_choose(v16i mask, v16f yes, v16f no) { return (v16f)((mask & (v16i)yes) | (~mask & (v16i)no)); }
CT_INLINE v16f ct_larger(v16f a, v16f b) { return ct_choose(a > b, a, b); }

/* Halves are added to halves. */
CT_INLINE float ct_sum(v16f value) {
  for (int step = 8; step > 0; step /= 2)
    for (int i = 0; i < step; i++) value[i] += value[i + step];
  return value[0];
}

CT_INLINE float ct_largest(v16f value) {
  float largest = value[0];
  for (int i = 1; i < 16; i++) largest = value[i] > largest ? value[i] : largest;
  return largest;
}

/* Whole numbers from 0.5 up, ties to even: adding 1.5 * 2^23 leaves no room for a fraction. For values below 2^22. */
CT_INLINE v16i ct_round(v16f value) { return (v16i)(value + 12582912.0f) - 0x4B400000; }

/* e to the power of values up to 0, relative error below 2e-7. Below -87, where float begins to lose bits, 0. */
CT_INLINE v16f ct_exp(v16f value) {
  const v16i is_seen = value > -87.0f;
  value = ct_choose(is_seen, value, (v16f){0});
  const v16i power = ct_round(value * 1.44269504f);
  const v16f whole = ct_floats(power);
  /* ln 2 in two parts, of which the first is exact for all powers (Cody and Waite). */
  const v16f rest = (value - whole * 0.693359375f) - whole * -2.12194440e-4f;
  v16f result = ct_all(0.00139487f);
  result = result * rest + 0.008375213f;
  result = result * rest + 0.041666217f;
  result = result * rest + 0.16666414f;
  result = result * rest + 0.5f;
  result = result * rest + 1.0f;
  result = result * rest + 1.0f;
  return (v16f)(is_seen & ((v16i)result + (power << 23)));
}

/* The normal distribution's share below a value, times the value. The error function is a quotient of polynomials that
   was fitted for the smallest largest error, 4e-7 with float. */
CT_INLINE v16f ct_gelu(v16f value) {
  v16f x = value * 0.70710678f;
  x = ct_choose(x > 4.0f, ct_all(4.0f), x);
  x = ct_choose(x < -4.0f, ct_all(-4.0f), x);
  const v16f square = x * x;
  v16f above = ct_all(-1.3666761e-08f);
  above = above * square + 4.7805338e-06f;
  above = above * square + 3.8269209e-04f;
  above = above * square + 3.8395317e-03f;
  above = above * square + 5.4332603e-02f;
  above = above * square + 1.8471043e-01f;
  above = above * square + 1.1283792f;
  v16f below = ct_all(6.4009218e-05f);
  below = below * square + 1.3095794e-03f;
  below = below * square + 1.5453521e-02f;
  below = below * square + 1.1382634e-01f;
  below = below * square + 4.9702892e-01f;
  below = below * square + 1.0f;
  v16f erf = x * above / below;
  erf = ct_choose(erf > 1.0f, ct_all(1.0f), erf);
  erf = ct_choose(erf < -1.0f, ct_all(-1.0f), erf);
  return value * 0.5f * (erf + 1.0f);
}

static void ct_normalize(float *row, uint32_t width, struct ct_normalization with, float epsilon) {
  v16f sum = {0};
  for (uint32_t i = 0; i < width; i += 16) sum += ct_load(row + i);
  const float mean = ct_sum(sum) / (float)width;
  v16f squares = {0};
  for (uint32_t i = 0; i < width; i += 16) {
    const v16f difference = ct_load(row + i) - mean;
    squares += difference * difference;
  }
  const float inverse = 1.0f / __builtin_elementwise_sqrt(ct_sum(squares) / (float)width + epsilon);
  for (uint32_t i = 0; i < width; i += 16)
    ct_store(row + i, (ct_load(row + i) - mean) * inverse * ct_load(with.gamma + i) + ct_load(with.beta + i));
}

/* Makes bytes of values, from the smallest of a row to the largest: single values of normalized vectors are far to one side
   of the others, and with the whole range around 0 half of the bytes would stand for nothing. Of the mean of MiniLM's vectors
   for 50 sentences, 0.11 % of the direction is lost this way, else 0.29 %.
   Activations lie as the kernels read them: for each tile of word pieces, for each 4 columns, 4 values of each piece. */
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
    /* So small that its inverse would not be finite counts as nothing. */
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

/* What ct_multiply_tile gets: 32 rows, one tile. */
struct ct_tile {
  const int8_t *weights; /* the second block of 16 rows follows the first */
  const float *row_scales, *totals, *bias;
  uint32_t columns;
  const CT_ACTIVATION *activations;
  const float *scales, *middles; /* of the word pieces */
  const int32_t *sums;
  float *out;
  uint32_t stride; /* of the rows of `out` */
};

/* Sums of products of one word piece and 16 rows as numbers again. */
CT_INLINE void ct_finish(const struct ct_tile *tile, uint32_t piece, uint32_t row, v16i sums) {
  const v16f scales = ct_load(tile->row_scales + row) * tile->scales[piece];
  const v16f rest = ct_load(tile->totals + row) * tile->middles[piece] + ct_load(tile->bias + row);
  ct_store(tile->out + (size_t)piece * tile->stride + row, ct_floats(sums) * scales + rest);
}

/* For a number of word pieces that the compiler knows. */
static void ct_multiply_tile(const struct ct_tile *tile, uint32_t count);

/* The activations times a matrix: `rows` values for each of `count` word pieces. Weights stay in the nearest cache while
   all tiles of the block pass. */
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

/* For `rows` rows of a and 16 columns of b: to[row] = sum over i of a[row][i] * b[i]. */
CT_INLINE void ct_combine(const float *a, uint32_t a_stride, const float *b, uint32_t b_stride, uint32_t length, float *to,
                          uint32_t to_stride, uint32_t rows) {
  v16f sums[ct_query_tile] = {{0}};
  for (uint32_t i = 0; i < length; i++) {
    const v16f values = ct_load(b + (size_t)i * b_stride);
    for (uint32_t row = 0; row < rows; row++) sums[row] += values * a[(size_t)row * a_stride + i];
  }
  for (uint32_t row = 0; row < rows; row++) ct_store(to + (size_t)row * to_stride, sums[row]);
}

static void ct_combine_rows(const float *a, uint32_t a_stride, const float *b, uint32_t b_stride, uint32_t length,
                            float *to, uint32_t to_stride, uint32_t rows) {
  if (rows == ct_query_tile) {
    ct_combine(a, a_stride, b, b_stride, length, to, to_stride, ct_query_tile);
    return;
  }
  for (uint32_t row = 0; row < rows; row++)
    ct_combine(a + (size_t)row * a_stride, a_stride, b, b_stride, length, to + (size_t)row * to_stride, to_stride, 1);
}

/* Scores become shares, all above zero; returns what they sum up to. */
static float ct_soften(float *scores, uint32_t count, uint32_t padded, float factor) {
  for (uint32_t i = count; i < padded; i++) scores[i] = scores[0];
  v16f largest = ct_load(scores);
  for (uint32_t i = 16; i < padded; i += 16) largest = ct_larger(ct_load(scores + i), largest);
  const float limit = ct_largest(largest);
  for (uint32_t i = 0; i < padded; i += 16) ct_store(scores + i, ct_exp((ct_load(scores + i) - limit) * factor));
  for (uint32_t i = count; i < padded; i++) scores[i] = 0;
  v16f sum = {0};
  for (uint32_t i = 0; i < padded; i += 16) sum += ct_load(scores + i);
  return ct_sum(sum);
}

static void ct_attend(const struct ct_dimensions *dimensions, uint32_t count, const struct ct_workspace *workspace) {
  const uint32_t width = dimensions->width, stride = 3 * width, head = width / dimensions->heads;
  const uint32_t padded = (count + 15) / 16 * 16;
  const float factor = 1.0f / __builtin_elementwise_sqrt((float)head);
  for (uint32_t place = 0; place < width; place += head) {
    float *queries = workspace->attention + place;
    for (uint32_t t = 0; t < padded; t++) {
      const float *row = queries + (size_t)t * stride;
      for (uint32_t i = 0; i < head; i++) workspace->keys[(size_t)i * padded + t] = t < count ? row[width + i] : 0;
      if (t < count) memcpy(workspace->values + (size_t)t * head, row + 2 * width, head * sizeof(float));
    }
    for (uint32_t first = 0; first < count; first += ct_query_tile) {
      const uint32_t rows = count - first < ct_query_tile ? count - first : ct_query_tile;
      float *tile = queries + (size_t)first * stride;
      for (uint32_t other = 0; other < padded; other += 16)
        ct_combine_rows(tile, stride, workspace->keys + other, padded, head, workspace->shares + other, padded, rows);
      float sums[ct_query_tile];
      for (uint32_t row = 0; row < rows; row++)
        sums[row] = ct_soften(workspace->shares + (size_t)row * padded, count, padded, factor);
      for (uint32_t i = 0; i < head; i += 16)
        ct_combine_rows(workspace->shares, padded, workspace->values + i, head, count, tile + i, stride, rows);
      for (uint32_t row = 0; row < rows; row++)
        for (uint32_t i = 0; i < head; i += 16)
          ct_store(tile + (size_t)row * stride + i, ct_load(tile + (size_t)row * stride + i) * (1.0f / sums[row]));
    }
  }
}

/* Adds `product` to `count` rows, and normalizes them. */
static void ct_add(float *rows, const float *product, uint32_t count, uint32_t width, struct ct_normalization with,
                   float epsilon) {
  for (uint32_t t = 0; t < count; t++) {
    float *row = rows + (size_t)t * width;
    for (uint32_t i = 0; i < width; i += 16)
      ct_store(row + i, ct_load(row + i) + ct_load(product + (size_t)t * width + i));
    ct_normalize(row, width, with, epsilon);
  }
}

static void ct_begin(const struct ct_model *model, const int32_t *pieces, uint32_t count, float *rows) {
  const uint32_t width = model->dimensions.width;
  for (uint32_t t = 0; t < count; t++) {
    const int8_t *word = model->words + (size_t)pieces[t] * width;
    const float *position = model->positions + (size_t)t * width;
    const float scale = model->word_scales[pieces[t]];
    float *row = rows + (size_t)t * width;
    for (uint32_t i = 0; i < width; i += 16) {
      const v16f value = __builtin_convertvector(*(const v16b_any *)(word + i), v16f);
      ct_store(row + i, value * scale + ct_load(position + i));
    }
    ct_normalize(row, width, model->start, model->dimensions.epsilon);
  }
}

static void ct_layer_forward(const struct ct_dimensions *dimensions, const struct ct_layer *layer, uint32_t count,
                             const struct ct_workspace *workspace) {
  const uint32_t width = dimensions->width, inner = dimensions->inner;
  for (uint32_t first = 0; first < count; first += ct_block) {
    const uint32_t some = count - first < ct_block ? count - first : ct_block;
    ct_quantize(workspace->rows + (size_t)first * width, width, width, some, workspace);
    ct_multiply(&layer->attention, 3 * width, width, some, workspace,
                workspace->attention + (size_t)first * 3 * width, 3 * width);
  }
  ct_attend(dimensions, count, workspace);
  for (uint32_t first = 0; first < count; first += ct_block) {
    const uint32_t some = count - first < ct_block ? count - first : ct_block;
    float *rows = workspace->rows + (size_t)first * width;
    ct_quantize(workspace->attention + (size_t)first * 3 * width, 3 * width, width, some, workspace);
    ct_multiply(&layer->gathering, width, width, some, workspace, workspace->product, width);
    ct_add(rows, workspace->product, some, width, layer->middle, dimensions->epsilon);
    ct_quantize(rows, width, width, some, workspace);
    ct_multiply(&layer->up, inner, width, some, workspace, workspace->inner, inner);
    for (size_t i = 0; i < (size_t)some * inner; i += 16)
      ct_store(workspace->inner + i, ct_gelu(ct_load(workspace->inner + i)));
    ct_quantize(workspace->inner, inner, inner, some, workspace);
    ct_multiply(&layer->down, width, inner, some, workspace, workspace->product, width);
    ct_add(rows, workspace->product, some, width, layer->end, dimensions->epsilon);
  }
}

static void ct_level_forward(const struct ct_model *model, const int32_t *pieces, uint32_t count,
                             const struct ct_workspace *workspace, float *pooled, float *outputs) {
  const uint32_t width = model->dimensions.width;
  ct_begin(model, pieces, count, workspace->rows);
  for (uint32_t layer = 0; layer < model->dimensions.layers; layer++)
    ct_layer_forward(&model->dimensions, &model->layers[layer], count, workspace);
  float *mean = workspace->product;
  for (uint32_t i = 0; i < width; i += 16) {
    v16f sum = {0};
    for (uint32_t t = 0; t < count; t++) sum += ct_load(workspace->rows + (size_t)t * width + i);
    ct_store(mean + i, sum / (float)count);
  }
  for (uint32_t output = 0; output < model->dimensions.outputs; output++) {
    v16f sum = {0};
    for (uint32_t i = 0; i < width; i += 16)
      sum += ct_load(model->output_weights + (size_t)output * width + i) * ct_load(mean + i);
    outputs[output] = ct_sum(sum) + model->output_bias[output];
  }
  if (pooled != NULL) memcpy(pooled, mean, width * sizeof(float));
}

static void ct_level_multiply(const struct ct_matrix *matrix, uint32_t rows, uint32_t columns, const float *input,
                              uint32_t count, const struct ct_workspace *workspace, float *out) {
  ct_quantize(input, columns, columns, count, workspace);
  ct_multiply(matrix, rows, columns, count, workspace, out, rows);
}

static void ct_level_exponentials(float *values, uint32_t count) {
  for (uint32_t i = 0; i < count; i += 16) ct_store(values + i, ct_exp(ct_load(values + i)));
}

static void ct_level_gelu(float *values, uint32_t count) {
  for (uint32_t i = 0; i < count; i += 16) ct_store(values + i, ct_gelu(ct_load(values + i)));
}

const struct ct_level CT_LEVEL = {
    .forward = ct_level_forward,
    .multiply = ct_level_multiply,
    .exponentials = ct_level_exponentials,
    .gelu = ct_level_gelu};
