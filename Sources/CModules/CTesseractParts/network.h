// The memory layout of Tesseract's network (src/lstm of version 5.3 with single-precision floats), as far as the layers
// here need it, and the data that the layers get.
#ifndef OCRSCAN_NETWORK_H
#define OCRSCAN_NETWORK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// std::vector, as libstdc++ lays it out.
struct vector {
  const void *begin, *end, *capacity;
};

struct float_array {
  const void *const *virtual_table;
  float *values;
  float empty;
  int rows, columns, allocated;
};

struct byte_array {
  const void *const *virtual_table;
  int8_t *values;
  int8_t empty;
  int rows, columns, allocated;
};

enum { batch, height, width, dimensions };

struct stride_map {
  int shape[dimensions];
  int increments[dimensions];
  struct vector heights, widths;
};

// Values of a layer: one row for each place.
struct network_io {
  struct float_array floats;
  struct byte_array bytes;
  bool has_bytes;
  struct stride_map map;
};

struct network {
  const void *const *virtual_table;
  int type, training;
  bool needs_backpropagation;
  int flags, inputs, outputs, weights;
  void *name[4]; // std::string
  void *windows[2];
  void *randomizer;
};

// Values of `type`.
enum { type_convolve = 2, type_maxpool = 3, type_lstm = 14, type_lstm_summary = 15, type_tanh = 19, type_softmax = 22 };
// Values of `training`.
enum { training_enabled = 1 };

struct weight_matrix {
  struct float_array floats;
  struct byte_array bytes; // a row for each output; the last column is added
  struct float_array transposed;
  bool has_bytes, has_adam;
  struct vector scales;
  struct float_array deltas[3];
  struct vector shaped;
};

// Cell inputs, input gates, forget gates, output gates.
enum { gates = 4 };

struct lstm {
  struct network network;
  int all_inputs, states, feedback;
  bool is_two_dimensional;
  struct weight_matrix weights[gates + 1];
  void *softmax;
};

struct fully_connected {
  struct network network;
  struct weight_matrix weights;
};

struct convolve {
  struct network network;
  int half_width, half_height;
};

struct maxpool {
  struct network network;
  struct stride_map back_map;
  int x_scale, y_scale;
};

// The sizes that the archive's own destructors give back to the allocator (objdump -dr, the functions ending in D0Ev). What
// is behind the members above is left out of these structures: the table of largest values in Maxpool, for example.
_Static_assert(sizeof(struct float_array) == 0x20 && sizeof(struct byte_array) == 0x20, "GENERIC_2D_ARRAY");
_Static_assert(sizeof(struct convolve) == 0x68, "Convolve");
_Static_assert(offsetof(struct maxpool, y_scale) + sizeof(int) + 0x20 == 0xd0, "Maxpool");
_Static_assert(sizeof(struct fully_connected) <= 0x218 && sizeof(struct lstm) <= 0x9b0, "FullyConnected, LSTM");

// A matrix of bytes in the order in which the layers read it: blocks of 16 rows, and in each block 64 bytes for every 4
// columns, row by row.
struct block_matrix {
  uint32_t blocks, groups;
  int8_t *weights;
};

struct layer_level;

// The data of a replaced layer.
struct layer {
  const struct layer_level *level;
  struct block_matrix inputs, recurrent; // `recurrent` only for an LSTM; its gates are one below the other
  int32_t *bases;                        // for each row, the number added to its sum
  float *scales;                         // for each row
  int32_t *sums;                         // of layer_tile places
  float *states;                         // for an LSTM
  int8_t *output;                        // for an LSTM: the output of the previous place
};

// layer_tile: places multiplied together.
enum { layer_tile = 4, rows_of_block = 16, bytes_of_block = 64 };

// The layers with the instructions of one kind of processor. All compute what Tesseract does, bit for bit.
struct layer_level {
  int weight_sums; // how many times a row's sum of weights must be subtracted from its base
  void (*lstm)(const struct layer *, const struct lstm *, const struct network_io *, struct network_io *);
  void (*fully_connected)(const struct layer *, const struct fully_connected *, const struct network_io *,
                          struct network_io *);
};

#if defined(__x86_64__)
extern const struct layer_level layers_avx2, layers_avx_vnni, layers_avx512_vnni_256, layers_avx512_vnni;
#endif

void convolve_bytes(const struct convolve *network, const struct network_io *input, struct network_io *output);
void maxpool_bytes(const struct maxpool *network, const struct network_io *input, struct network_io *output);

#define TABLE(name) _ZN9tesseract##name
extern const float TABLE(9TanhTableE)[] __attribute__((weak)), TABLE(13LogisticTableE)[] __attribute__((weak));

#endif
