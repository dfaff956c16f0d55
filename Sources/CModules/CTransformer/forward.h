/*
 * The encoder, included once for each kernel, whose file first defines:
 *   CT_LEVEL          the name of the resulting struct ct_level
 *   CT_TILE           word pieces whose activations lie side by side and are multiplied together, 12 at most
 *   CT_ACTIVATION     the type of an activation, int8_t or int16_t
 *   CT_ROWS           rows of weights whose sums are kept at once: 4, 8, 16 or 32
 *   CT_COLUMNS        columns that one step multiplies: 4 or 8
 *   CT_WEIGHT_OFFSET  what the instruction adds to each weight
 *   struct ct_sums    registers for the sums of one word piece; all bits zero before the first step
 *   ct_add_products   adds the products of one step for `count` word pieces: CT_ROWS rows times CT_COLUMNS columns;
 *                     rows from the 16th on begin 16 * columns bytes after the first
 *   ct_store_sums     stores the sums of one word piece, CT_ROWS integers
 */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "level.h"
#include "vectors.h"

#include "product.h"

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

/* Turns scores into shares, all of them positive; returns their sum. */
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

/* Adds `product` to `count` rows and normalizes them. */
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
