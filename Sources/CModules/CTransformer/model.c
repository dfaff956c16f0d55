#include "ct_model.h"

#include <string.h>

#include "level.h"

int ct_dimensions_are_sensible(const struct ct_dimensions *dimensions) {
  const struct ct_dimensions *d = dimensions;
  return d->width >= 64 && d->width <= CT_MAXIMUM_WIDTH && d->width % 64 == 0 && d->heads >= 1 &&
         d->width % d->heads == 0 && d->width / d->heads % 16 == 0 && d->layers >= 1 && d->layers <= CT_MAXIMUM_LAYERS &&
         d->inner >= 64 && d->inner <= CT_MAXIMUM_INNER && d->inner % 64 == 0 && d->vocabulary >= 1 &&
         d->vocabulary <= CT_MAXIMUM_VOCABULARY && d->positions >= 1 && d->positions <= CT_MAXIMUM_POSITIONS &&
         d->outputs >= 1 && d->outputs <= CT_MAXIMUM_OUTPUTS && d->epsilon >= 1e-12f && d->epsilon <= 1e-3f;
}

/* A matrix with its scales, totals and bias. */
static uint64_t matrix_size(uint64_t rows, uint64_t columns) { return rows * columns + 3 * rows * sizeof(float); }

static uint64_t layer_size(const struct ct_dimensions *dimensions) {
  const uint64_t width = dimensions->width, inner = dimensions->inner;
  return matrix_size(3 * width, width) + matrix_size(width, width) + matrix_size(inner, width) +
         matrix_size(width, inner) + 4 * width * sizeof(float);
}

uint64_t ct_part_size(const struct ct_dimensions *dimensions, int part) {
  const uint64_t width = dimensions->width;
  switch (part) {
    case CT_WORDS: return dimensions->vocabulary * width;
    case CT_WORD_SCALES: return dimensions->vocabulary * sizeof(float);
    case CT_POSITIONS: return dimensions->positions * width * sizeof(float);
    case CT_START: return 2 * width * sizeof(float);
    case CT_LAYERS: return dimensions->layers * layer_size(dimensions);
    case CT_OUTPUTS: return dimensions->outputs * (width + 1) * sizeof(float);
    default: return 0;
  }
}

static const float *take_floats(const uint8_t **place, uint64_t count) {
  const float *result = (const float *)*place;
  *place += count * sizeof(float);
  return result;
}

static struct ct_matrix take_matrix(const uint8_t **place, uint64_t rows, uint64_t columns) {
  struct ct_matrix matrix;
  matrix.weights = (const int8_t *)*place;
  *place += rows * columns;
  matrix.scales = take_floats(place, rows);
  matrix.totals = take_floats(place, rows);
  matrix.bias = take_floats(place, rows);
  return matrix;
}

static struct ct_normalization take_normalization(const uint8_t **place, uint64_t width) {
  struct ct_normalization normalization;
  normalization.gamma = take_floats(place, width);
  normalization.beta = take_floats(place, width);
  return normalization;
}

struct ct_model ct_model_view(const struct ct_dimensions *dimensions, const void *const parts[CT_PART_COUNT]) {
  const uint64_t width = dimensions->width, inner = dimensions->inner;
  struct ct_model model;
  memset(&model, 0, sizeof model);
  model.dimensions = *dimensions;
  model.words = parts[CT_WORDS];
  model.word_scales = parts[CT_WORD_SCALES];
  model.positions = parts[CT_POSITIONS];
  const uint8_t *place = parts[CT_START];
  model.start = take_normalization(&place, width);
  place = parts[CT_LAYERS];
  for (uint32_t i = 0; i < dimensions->layers; i++) {
    struct ct_layer *layer = &model.layers[i];
    layer->attention = take_matrix(&place, 3 * width, width);
    layer->gathering = take_matrix(&place, width, width);
    layer->middle = take_normalization(&place, width);
    layer->up = take_matrix(&place, inner, width);
    layer->down = take_matrix(&place, width, inner);
    layer->end = take_normalization(&place, width);
  }
  place = parts[CT_OUTPUTS];
  model.output_weights = take_floats(&place, dimensions->outputs * width);
  model.output_bias = take_floats(&place, dimensions->outputs);
  return model;
}

/* NaN is in no range. */
static int is_within(const float *values, uint64_t count, float lower, float upper) {
  int result = 1;
  for (uint64_t i = 0; i < count; i++) result &= values[i] >= lower && values[i] <= upper;
  return result;
}

static int is_bounded(const float *values, uint64_t count) {
  return is_within(values, count, -CT_MAXIMUM_VALUE, CT_MAXIMUM_VALUE);
}

static int matrix_is_bounded(const struct ct_matrix *matrix, uint64_t rows, uint64_t columns) {
  const float total = (float)columns * 128 * CT_MAXIMUM_SCALE;
  return is_within(matrix->scales, rows, 0, CT_MAXIMUM_SCALE) && is_within(matrix->totals, rows, -total, total) &&
         is_bounded(matrix->bias, rows);
}

static int normalization_is_bounded(const struct ct_normalization *normalization, uint64_t width) {
  return is_bounded(normalization->gamma, width) && is_bounded(normalization->beta, width);
}

int ct_model_is_bounded(const struct ct_model *model) {
  const struct ct_dimensions *dimensions = &model->dimensions;
  const uint64_t width = dimensions->width, inner = dimensions->inner;
  int result = is_within(model->word_scales, dimensions->vocabulary, 0, CT_MAXIMUM_SCALE) &&
               is_bounded(model->positions, dimensions->positions * width) &&
               normalization_is_bounded(&model->start, width) &&
               is_bounded(model->output_weights, dimensions->outputs * width) &&
               is_bounded(model->output_bias, dimensions->outputs);
  for (uint32_t i = 0; result && i < dimensions->layers; i++) {
    const struct ct_layer *layer = &model->layers[i];
    result = matrix_is_bounded(&layer->attention, 3 * width, width) && matrix_is_bounded(&layer->gathering, width, width) &&
             normalization_is_bounded(&layer->middle, width) && matrix_is_bounded(&layer->up, inner, width) &&
             matrix_is_bounded(&layer->down, width, inner) && normalization_is_bounded(&layer->end, width);
  }
  return result;
}

/* The place of the next part; makes room for it. If start is NULL, only computes the size. */
static void *take(uint8_t *start, uint64_t *size, uint64_t count) {
  void *place = start == NULL ? NULL : start + *size;
  *size += (count + 63) / 64 * 64;
  return place;
}

uint64_t ct_lay_out(const struct ct_dimensions *dimensions, uint32_t count, void *start, struct ct_workspace *workspace) {
  const uint64_t width = dimensions->width, inner = dimensions->inner, head = width / dimensions->heads;
  const uint64_t padded = ((uint64_t)count + 15) / 16 * 16;
  uint64_t size = 0;
  workspace->rows = take(start, &size, count * width * sizeof(float));
  workspace->attention = take(start, &size, count * 3 * width * sizeof(float));
  workspace->keys = take(start, &size, head * padded * sizeof(float));
  workspace->values = take(start, &size, count * head * sizeof(float));
  workspace->shares = take(start, &size, ct_query_tile * padded * sizeof(float));
  workspace->inner = take(start, &size, ct_block * inner * sizeof(float));
  workspace->product = take(start, &size, ct_block * width * sizeof(float));
  workspace->activations = take(start, &size, ct_block * (inner > width ? inner : width) * sizeof(int16_t));
  workspace->scales = take(start, &size, ct_block * sizeof(float));
  workspace->middles = take(start, &size, ct_block * sizeof(float));
  workspace->sums = take(start, &size, ct_block * sizeof(int32_t));
  return size;
}

uint64_t ct_workspace_size(const struct ct_dimensions *dimensions, uint32_t count) {
  struct ct_workspace workspace;
  return ct_lay_out(dimensions, count, NULL, &workspace);
}
