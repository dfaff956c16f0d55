/* A small transformer encoder (BERT: Devlin et al., 2018), used in the form in which it lies in a file. Weights are
   bytes with one scale for each output row; nothing is copied, unpacked or allocated here. */
#ifndef CT_MODEL_H
#define CT_MODEL_H

#include <stddef.h>
#include <stdint.h>

#define CT_MAXIMUM_WIDTH 512
#define CT_MAXIMUM_INNER 2048
#define CT_MAXIMUM_LAYERS 12
#define CT_MAXIMUM_POSITIONS 256
#define CT_MAXIMUM_VOCABULARY 65535
#define CT_MAXIMUM_OUTPUTS 64

/* Limits for the values of a model, so that no step can leave the finite numbers, whatever the weights: a value of a
   normalized vector is at most sqrt(512) + 1 times 1000, a matrix multiplies it by at most 2 * 2048 * 128 * 4, two
   matrices in a row give less than 10^17, and the sum of the squares of 512 of these is less than 10^37. */
#define CT_MAXIMUM_SCALE 4.0f
#define CT_MAXIMUM_VALUE 1000.0f

struct ct_dimensions {
  uint32_t width;      /* a multiple of 64 */
  uint32_t heads;      /* each with a multiple of 16 values */
  uint32_t layers;
  uint32_t inner;      /* the width between the two halves of a layer, a multiple of 64 */
  uint32_t vocabulary;
  uint32_t positions;
  uint32_t outputs;
  float epsilon;       /* of layer normalization */
};

/* A matrix of bytes [rows x columns], and the numbers that turn its products into results. The bytes are in blocks
   of 16 rows and 4 columns, 64 bytes: row 0 columns 0...3, row 1 columns 0...3 and so on; first all blocks of the
   first 16 rows. */
struct ct_matrix {
  const int8_t *_Nonnull weights;
  const float *_Nonnull scales; /* for each row */
  const float *_Nonnull totals; /* for each row: its sum times its scale, to correct for inputs whose middle is not 0 */
  const float *_Nonnull bias;   /* for each row */
};

struct ct_normalization {
  const float *_Nonnull gamma;
  const float *_Nonnull beta;
};

struct ct_layer {
  struct ct_matrix attention; /* queries, keys and values: 3 width x width */
  struct ct_matrix gathering; /* width x width */
  struct ct_normalization middle;
  struct ct_matrix up;   /* inner x width */
  struct ct_matrix down; /* width x inner */
  struct ct_normalization end;
};

/* A view: all pointers are to memory that somebody else owns. */
struct ct_model {
  struct ct_dimensions dimensions;
  const int8_t *_Nonnull words;       /* vocabulary x width, row by row */
  const float *_Nonnull word_scales;  /* for each word */
  const float *_Nonnull positions;    /* positions x width */
  struct ct_normalization start;
  struct ct_layer layers[CT_MAXIMUM_LAYERS];
  const float *_Nonnull output_weights; /* outputs x width, row by row */
  const float *_Nonnull output_bias;
};

/* 1 if the numbers are within their limits and consistent. All other functions require that. */
int ct_dimensions_are_sensible(const struct ct_dimensions *_Nonnull dimensions);

/* The parts of a model. Each begins at a multiple of 64 bytes. */
enum ct_part { CT_WORDS, CT_WORD_SCALES, CT_POSITIONS, CT_START, CT_LAYERS, CT_OUTPUTS };
#define CT_PART_COUNT 6

/* The size of a part in bytes. */
uint64_t ct_part_size(const struct ct_dimensions *_Nonnull dimensions, int part);

/* The view of a model whose parts are at these places. */
struct ct_model ct_model_view(
    const struct ct_dimensions *_Nonnull dimensions, const void *_Nonnull const parts[_Nonnull CT_PART_COUNT]);

/* 1 if all numbers are finite and within CT_MAXIMUM_SCALE and CT_MAXIMUM_VALUE. */
int ct_model_is_bounded(const struct ct_model *_Nonnull model);

/* Size of the workspace for at most this many word pieces, in bytes. */
uint64_t ct_workspace_size(const struct ct_dimensions *_Nonnull dimensions, uint32_t count);

/* Runs the encoder over 1...positions word pieces. The workspace has ct_workspace_size bytes and begins at a
   multiple of 64. `pooled`, which may be NULL, gets the mean over all word pieces, width values. `outputs` gets one
   value for each output. All processors compute the same bits: integers are exact, and floating-point operations
   have one order and are never fused. Returns 0, or -1 if the count or the number of a word piece is out of range;
   then nothing was written. */
int ct_forward(
    const struct ct_model *_Nonnull model, const int32_t *_Nonnull pieces, uint32_t count, void *_Nonnull workspace,
    float *_Nullable pooled, float *_Nonnull outputs);

#endif
