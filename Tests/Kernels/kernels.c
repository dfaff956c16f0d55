/* Runs every kernel of Sources/CModules/CTransformer that this processor supports on a random encoder, and compares it
   bit for bit with the portable one. Prints the kernels and a hash of all results, which is the same on every machine.
   scripts/check-neon builds it for processors that the tests do not run on. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CTransformer.h"

static uint64_t state = 1;

/* SplitMix64 (Steele, Lea, Flood, 2014). */
static uint64_t next(void) {
  uint64_t value = state += 0x9E3779B97F4A7C15;
  value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9;
  value = (value ^ (value >> 27)) * 0x94D049BB133111EB;
  return value ^ (value >> 31);
}

static float between(float lower, float upper) { return lower + (upper - lower) * (float)(next() >> 40) / 16777216.0f; }

static void *room(uint64_t size) {
  void *place = aligned_alloc(64, (size + 63) / 64 * 64);
  if (place == NULL) abort();
  return place;
}

static void fill(const float *values, uint64_t count, float lower, float upper) {
  for (uint64_t i = 0; i < count; i++) ((float *)values)[i] = between(lower, upper);
}

static void fill_matrix(const struct ct_matrix *matrix, uint64_t rows, uint64_t columns) {
  /* All byte values, the smallest and the largest more often. */
  for (uint64_t i = 0; i < rows * columns; i++) {
    const uint64_t value = next();
    ((int8_t *)matrix->weights)[i] = value % 8 == 0 ? -128 : value % 8 == 1 ? 127 : (int8_t)(value >> 8);
  }
  fill(matrix->scales, rows, 0, 0.002f);
  fill(matrix->totals, rows, -1, 1);
  fill(matrix->bias, rows, -1, 1);
}

static void fill_normalization(const struct ct_normalization *normalization, uint64_t width) {
  fill(normalization->gamma, width, 0.5f, 1.5f);
  fill(normalization->beta, width, -0.5f, 0.5f);
}

static struct ct_model make(const struct ct_dimensions *dimensions) {
  const void *parts[CT_PART_COUNT];
  for (int part = 0; part < CT_PART_COUNT; part++) parts[part] = room(ct_part_size(dimensions, part));
  const struct ct_model model = ct_model_view(dimensions, parts);
  const uint64_t width = dimensions->width, inner = dimensions->inner;
  for (uint64_t i = 0; i < dimensions->vocabulary * width; i++) ((int8_t *)model.words)[i] = (int8_t)next();
  fill(model.word_scales, dimensions->vocabulary, 0, 0.02f);
  fill(model.positions, dimensions->positions * width, -1, 1);
  fill_normalization(&model.start, width);
  for (uint32_t i = 0; i < dimensions->layers; i++) {
    const struct ct_layer *layer = &model.layers[i];
    fill_matrix(&layer->attention, 3 * width, width);
    fill_matrix(&layer->gathering, width, width);
    fill_normalization(&layer->middle, width);
    fill_matrix(&layer->up, inner, width);
    fill_matrix(&layer->down, width, inner);
    fill_normalization(&layer->end, width);
  }
  fill(model.output_weights, dimensions->outputs * width, -1, 1);
  fill(model.output_bias, dimensions->outputs, -1, 1);
  return model;
}

/* Adds bytes to the hash of all results (FNV-1a). */
static uint64_t mixed(uint64_t hash, const void *bytes, size_t count) {
  for (size_t i = 0; i < count; i++) hash = (hash ^ ((const uint8_t *)bytes)[i]) * 0x100000001B3;
  return hash;
}

int main(void) {
  static const struct ct_dimensions shapes[] = {
      {.width = 64, .heads = 4, .layers = 2, .inner = 128, .vocabulary = 50, .positions = 256, .outputs = 3, .epsilon = 1e-12f},
      {.width = 192, .heads = 3, .layers = 1, .inner = 704, .vocabulary = 50, .positions = 256, .outputs = 1, .epsilon = 1e-5f},
      {.width = 512, .heads = 1, .layers = 1, .inner = 2048, .vocabulary = 50, .positions = 64, .outputs = 64, .epsilon = 1e-3f},
  };
  static const uint32_t counts[] = {1, 2, 3, 4, 5, 6, 7, 11, 12, 13, 17, 47, 48, 49, 64, 97, 255, 256};
  uint64_t hash = 0xCBF29CE484222325;
  int differences = 0;
  for (size_t shape = 0; shape < sizeof shapes / sizeof shapes[0]; shape++) {
    const struct ct_model model = make(&shapes[shape]);
    if (!ct_dimensions_are_sensible(&shapes[shape]) || !ct_model_is_bounded(&model)) return 1;
    for (size_t i = 0; i < sizeof counts / sizeof counts[0] && counts[i] <= shapes[shape].positions; i++) {
      const uint32_t count = counts[i];
      const uint64_t size = ct_workspace_size(&shapes[shape], count);
      void *workspace = room(size);
      int32_t pieces[CT_MAXIMUM_POSITIONS];
      for (uint32_t t = 0; t < count; t++) pieces[t] = (int32_t)(next() % shapes[shape].vocabulary);
      float expected[CT_MAXIMUM_WIDTH + CT_MAXIMUM_OUTPUTS] = {0};
      for (int kernel = 0; kernel < CT_KERNEL_COUNT; kernel++) {
        float found[CT_MAXIMUM_WIDTH + CT_MAXIMUM_OUTPUTS] = {0};
        memset(workspace, 0xFF, size);
        if (ct_forward_with(kernel, &model, pieces, count, workspace, found, found + CT_MAXIMUM_WIDTH) != 0) continue;
        if (kernel == CT_PORTABLE) memcpy(expected, found, sizeof found);
        if (memcmp(expected, found, sizeof found) != 0) {
          fprintf(stderr, "%s differs: width %u, %u word pieces\n", ct_kernel_name(kernel), shapes[shape].width, count);
          differences++;
        }
      }
      hash = mixed(hash, expected, sizeof expected);
      free(workspace);
    }
  }
  for (int kernel = 0; kernel < CT_KERNEL_COUNT; kernel++)
    if (ct_kernel_is_available(kernel)) printf("%s ", ct_kernel_name(kernel));
  printf("%016llx\n", (unsigned long long)hash);
  return differences == 0 ? 0 : 1;
}
