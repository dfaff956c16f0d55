// Tesseract's network takes nine tenths of the reading time, and half of that is not arithmetic: it looks up the
// neighbors of each pixel, branches on the sign of each value, and multiplies bytes with instructions from 2013. This
// gives its byte layers another Forward, which computes the same, bit for bit, with the best instructions of the
// processor.
//
// It relies on the memory layout of Tesseract's classes (network.h), so it is used only on x86-64 and with the very archive
// that it was compared with (Package.swift), and each layer only after it has given the same result as the library's own
// Forward, when the engine started. A layer that is not as expected keeps its own.
#include <stdlib.h>
#include <string.h>

#include "network.h"
#include "tesseract_parts.h"

#define CREATE(prefix) prefix##_ZN9tesseract7Network14CreateFromFileEPNS_5TFileE

// If Tesseract is a shared library, nothing here is called, and Tesseract's symbols may be missing.
struct network *CREATE(__real_)(void *file) __attribute__((weak));
struct network *CREATE(__wrap_)(void *file);

#if defined(__x86_64__) && defined(OCRSCAN_KNOWN_TESSERACT)

#define TESSERACT(name, symbol) name __asm__("_ZN9tesseract" symbol) __attribute__((weak))
#define FORWARD "7ForwardEbRKNS_9NetworkIOEPKNS_15TransposedArrayEPNS_14NetworkScratchEPS1_"
#define BACKWARD "8BackwardEbRKNS_9NetworkIOEPNS_14NetworkScratchEPS1_"

typedef void forward(struct network *, bool debug, const struct network_io *, const void *transposed, void *scratch,
                     struct network_io *output);

void TESSERACT(resize(struct network_io *, bool has_bytes, const struct stride_map *, int values),
               "9NetworkIO11ResizeToMapEbRKNS_9StrideMapEi");
void TESSERACT(resize_to_column(struct network_io *, const struct network_io *, int values), "9NetworkIO10ResizeXTo1ERKS0_i");
void TESSERACT(resize_scaled(struct network_io *, const struct network_io *, int x_scale, int y_scale, int values),
               "9NetworkIO12ResizeScaledERKS0_iii");
forward TESSERACT(lstm_forward, "4LSTM" FORWARD), TESSERACT(connected_forward, "14FullyConnected" FORWARD),
    TESSERACT(convolve_forward, "8Convolve" FORWARD), TESSERACT(maxpool_forward, "7Maxpool" FORWARD);
void TESSERACT(lstm_backward(void), "4LSTM" BACKWARD), TESSERACT(connected_backward(void), "14FullyConnected" BACKWARD),
    TESSERACT(convolve_backward(void), "8Convolve" BACKWARD), TESSERACT(maxpool_backward(void), "7Maxpool" BACKWARD);

// The virtual functions of Network (network.h), after two words that describe the type; Forward is the last but one.
enum { words_before = 2, deleting_destructor = 1, functions = 22 };

// A layer's new table of virtual functions, with the replacement's data before it.
struct replaced {
  struct layer layer;
  bool is_proven;
  const void *const *before;
  const void *table[words_before + functions];
};

static struct replaced *replaced_of(const struct network *network) {
  return (struct replaced *)((char *)network->virtual_table - words_before * sizeof(void *) -
                             offsetof(struct replaced, table));
}

// Whether the input is one image of bytes whose places are all valid.
static bool is_plain(const struct network *network, bool debug, const struct network_io *input) {
  const struct stride_map *map = &input->map;
  const int *heights = map->heights.begin, *widths = map->widths.begin;
  return !debug && network->training != training_enabled && input->has_bytes && map->shape[batch] == 1 &&
         (const void *)(heights + 1) == map->heights.end && *heights == map->shape[height] &&
         (const void *)(widths + 1) == map->widths.end && *widths == map->shape[width] &&
         input->bytes.columns == network->inputs && input->bytes.rows == map->shape[height] * map->shape[width] &&
         input->bytes.rows > 0;
}

// Whether the bytes of the last place can be read four at a time.
static bool has_room(const struct network_io *input) {
  const struct byte_array *bytes = &input->bytes;
  return (int64_t)bytes->rows * bytes->columns + (4 - bytes->columns % 4) % 4 <= bytes->allocated;
}

static void release(struct replaced *replaced) {
  struct layer *layer = &replaced->layer;
  void *const parts[] = {layer->inputs.weights, layer->recurrent.weights, layer->bases, layer->scales,
                         layer->sums,           layer->states,            layer->output};
  for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) free(parts[i]);
  free(replaced);
}

// How a layer computes here.
typedef void quick(struct network *, const struct network_io *input, struct network_io *output);

// A worker has one thread; tests read in several.
static _Thread_local bool is_proving;
static _Thread_local int proven_layers, refused_layers, is_spoiled;

// The values of an output, and how many bytes they take.
static void *values_of(const struct network_io *output, size_t *size) {
  if (output->has_bytes) {
    *size = (size_t)output->bytes.rows * (size_t)output->bytes.columns;
    return output->bytes.values;
  }
  *size = (size_t)output->floats.rows * (size_t)output->floats.columns * sizeof(float);
  return output->floats.values;
}

// Has both ways compute, from the same random numbers, and gives the layer its own Forward back unless every bit of the
// results is the same. The output is that of the library.
static void prove(struct network *network, bool debug, const struct network_io *input, const void *transposed,
                  void *scratch, struct network_io *output, forward *own, quick *ours) {
  struct replaced *replaced = replaced_of(network);
  uint64_t *seed = network->randomizer, first = seed == NULL ? 0 : *seed;
  own(network, debug, input, transposed, scratch, output);
  const uint64_t last = seed == NULL ? 0 : *seed;
  const bool has_bytes = output->has_bytes;
  size_t size, our_size;
  const void *values = values_of(output, &size);
  void *expected = malloc(size + 1);
  if (expected == NULL) abort();
  memcpy(expected, values, size);
  if (seed != NULL) *seed = first;
  ours(network, input, output);
  unsigned char *result = values_of(output, &our_size);
  if (is_spoiled && our_size > 0) result[our_size - 1] ^= 1;
  const bool is_same = output->has_bytes == has_bytes && our_size == size && memcmp(result, expected, size) == 0 &&
                       (seed == NULL || *seed == last);
  free(expected);
  if (is_same) {
    replaced->is_proven = true;
    proven_layers++;
    return;
  }
  refused_layers++;
  network->virtual_table = replaced->before;
  release(replaced);
  if (seed != NULL) *seed = first;
  own(network, debug, input, transposed, scratch, output);
}

// Computes with what has been proven, and with the library until then: nothing that a picture holds is used as a proof.
static void run(struct network *network, bool debug, const struct network_io *input, const void *transposed, void *scratch,
                struct network_io *output, forward *own, quick *ours) {
  if (replaced_of(network)->is_proven)
    ours(network, input, output);
  else if (is_proving)
    prove(network, debug, input, transposed, scratch, output, own, ours);
  else
    own(network, debug, input, transposed, scratch, output);
}

static void quick_lstm(struct network *network, const struct network_io *input, struct network_io *output) {
  if (network->type == type_lstm_summary)
    resize_to_column(output, input, network->outputs);
  else
    resize(output, true, &input->map, network->outputs);
  const struct layer *layer = &replaced_of(network)->layer;
  layer->level->lstm(layer, (const struct lstm *)network, input, output);
}

static void lstm(struct network *network, bool debug, const struct network_io *input, const void *transposed, void *scratch,
                 struct network_io *output) {
  if (!is_plain(network, debug, input) || !has_room(input))
    lstm_forward(network, debug, input, transposed, scratch, output);
  else
    run(network, debug, input, transposed, scratch, output, lstm_forward, quick_lstm);
}

static void quick_connected(struct network *network, const struct network_io *input, struct network_io *output) {
  resize(output, network->type != type_softmax, &input->map, network->outputs);
  const struct layer *layer = &replaced_of(network)->layer;
  layer->level->fully_connected(layer, (const struct fully_connected *)network, input, output);
}

static void fully_connected(struct network *network, bool debug, const struct network_io *input, const void *transposed,
                            void *scratch, struct network_io *output) {
  if (!is_plain(network, debug, input) || !has_room(input))
    connected_forward(network, debug, input, transposed, scratch, output);
  else
    run(network, debug, input, transposed, scratch, output, connected_forward, quick_connected);
}

static void quick_convolve(struct network *network, const struct network_io *input, struct network_io *output) {
  resize(output, true, &input->map, network->outputs);
  convolve_bytes((const struct convolve *)network, input, output);
}

static void convolve(struct network *network, bool debug, const struct network_io *input, const void *transposed,
                     void *scratch, struct network_io *output) {
  if (!is_plain(network, debug, input) || network->randomizer == NULL)
    convolve_forward(network, debug, input, transposed, scratch, output);
  else
    run(network, debug, input, transposed, scratch, output, convolve_forward, quick_convolve);
}

static void quick_maxpool(struct network *network, const struct network_io *input, struct network_io *output) {
  const struct maxpool *self = (const struct maxpool *)network;
  resize_scaled(output, input, self->x_scale, self->y_scale, network->outputs);
  maxpool_bytes(self, input, output);
}

static void maxpool(struct network *network, bool debug, const struct network_io *input, const void *transposed,
                    void *scratch, struct network_io *output) {
  const struct maxpool *self = (const struct maxpool *)network;
  if (!is_plain(network, debug, input) || input->map.shape[height] < self->y_scale ||
      input->map.shape[width] < self->x_scale)
    maxpool_forward(network, debug, input, transposed, scratch, output);
  else
    run(network, debug, input, transposed, scratch, output, maxpool_forward, quick_maxpool);
}

static void *room(size_t count, size_t size) {
  void *place = aligned_alloc(64, (count * size + 63) / 64 * 64);
  if (place == NULL) abort();
  memset(place, 0, (count * size + 63) / 64 * 64);
  return place;
}

// The deleting destructor: gives the layer its own functions back and calls its own destructor.
static void destroy(struct network *network) {
  struct replaced *replaced = replaced_of(network);
  network->virtual_table = replaced->before;
  release(replaced);
  ((void (*)(struct network *))network->virtual_table[deleting_destructor])(network);
}

// Packs the columns from `first` on of several matrices, one below the other.
static struct block_matrix pack(const struct weight_matrix *matrices, uint32_t count, uint32_t first, uint32_t columns) {
  const uint32_t rows = (uint32_t)matrices[0].bytes.rows, stride = (uint32_t)matrices[0].bytes.columns;
  struct block_matrix packed = {.blocks = (count * rows + rows_of_block - 1) / rows_of_block, .groups = (columns + 3) / 4};
  packed.weights = room((size_t)packed.blocks * packed.groups, bytes_of_block);
  for (uint32_t row = 0; row < count * rows; row++) {
    const int8_t *from = matrices[row / rows].bytes.values + (size_t)(row % rows) * stride + first;
    int8_t *to = packed.weights + (size_t)(row / rows_of_block) * packed.groups * bytes_of_block + row % rows_of_block * 4;
    for (uint32_t i = 0; i < columns; i += 4, to += bytes_of_block) memcpy(to, from + i, columns - i < 4 ? columns - i : 4);
  }
  return packed;
}

// Prepares everything but the weights. The bias counts as the product with an input of 127, which stands for 1.
static void prepare(struct layer *layer, const struct weight_matrix *matrices, uint32_t count) {
  const uint32_t rows = (uint32_t)matrices[0].bytes.rows, columns = (uint32_t)matrices[0].bytes.columns;
  const uint32_t padded = layer->inputs.blocks * rows_of_block;
  layer->bases = room(padded, sizeof(int32_t));
  layer->scales = room(padded, sizeof(float));
  layer->sums = room((size_t)padded * layer_tile, sizeof(int32_t));
  for (uint32_t row = 0; row < count * rows; row++) {
    const struct weight_matrix *matrix = &matrices[row / rows];
    const int8_t *weights = matrix->bytes.values + (size_t)(row % rows) * columns;
    int32_t sum = 0;
    for (uint32_t i = 0; i + 1 < columns; i++) sum += weights[i];
    layer->bases[row] = weights[columns - 1] * 127 - layer->level->weight_sums * sum;
    layer->scales[row] = ((const float *)matrix->scales.begin)[row % rows];
  }
}

static bool is_matrix(const struct weight_matrix *matrix, int rows, int columns) {
  return matrix->has_bytes && rows > 0 && columns > 0 && matrix->bytes.rows == rows &&
         matrix->bytes.columns == columns + 1 && matrix->bytes.values != NULL &&
         (const char *)matrix->scales.end - (const char *)matrix->scales.begin >= rows * (ptrdiff_t)sizeof(float);
}

static bool prepare_lstm(struct layer *layer, const struct lstm *network) {
  const int inputs = network->network.inputs, states = network->states;
  if (network->is_two_dimensional || network->softmax != NULL || network->feedback != 0 || states % rows_of_block != 0 ||
      network->network.outputs != states || network->all_inputs != inputs + states)
    return false;
  for (int gate = 0; gate < gates; gate++)
    if (!is_matrix(&network->weights[gate], states, inputs + states)) return false;
  layer->inputs = pack(network->weights, gates, 0, (uint32_t)inputs);
  layer->recurrent = pack(network->weights, gates, (uint32_t)inputs, (uint32_t)states);
  prepare(layer, network->weights, gates);
  layer->states = room((size_t)states, sizeof(float));
  layer->output = room((size_t)states, 1);
  return true;
}

static bool prepare_connected(struct layer *layer, const struct fully_connected *network) {
  if (!is_matrix(&network->weights, network->network.outputs, network->network.inputs)) return false;
  layer->inputs = pack(&network->weights, 1, 0, (uint32_t)network->network.inputs);
  prepare(layer, &network->weights, 1);
  return true;
}

static bool is_convolve(const struct convolve *network) {
  return network->half_width >= 0 && network->half_width < 16 && network->half_height >= 0 && network->half_height < 16 &&
         network->network.outputs ==
             network->network.inputs * (2 * network->half_width + 1) * (2 * network->half_height + 1);
}

static bool is_maxpool(const struct maxpool *network) {
  return network->x_scale >= 1 && network->x_scale < 16 && network->y_scale >= 1 && network->y_scale < 16 &&
         network->network.inputs == network->network.outputs;
}

// Gives a layer another Forward, which is used once it has been proven. Recognizes the layer's class by the functions in its
// table, which must be where they are expected.
static void replace(struct network *network, const struct layer_level *level) {
  const void *const *table = network->virtual_table;
  const void *own = table[functions - 2], *backward = table[functions - 1];
  struct replaced *replaced = room(1, sizeof *replaced);
  replaced->layer.level = level;
  forward *ours = NULL;
  if (own == (void *)lstm_forward && backward == (void *)lstm_backward &&
      (network->type == type_lstm || network->type == type_lstm_summary)) {
    if (prepare_lstm(&replaced->layer, (const struct lstm *)network)) ours = lstm;
  } else if (own == (void *)connected_forward && backward == (void *)connected_backward &&
             (network->type == type_tanh || network->type == type_softmax)) {
    if (prepare_connected(&replaced->layer, (const struct fully_connected *)network)) ours = fully_connected;
  } else if (own == (void *)convolve_forward && backward == (void *)convolve_backward) {
    if (is_convolve((const struct convolve *)network)) ours = convolve;
  } else if (own == (void *)maxpool_forward && backward == (void *)maxpool_backward) {
    if (is_maxpool((const struct maxpool *)network)) ours = maxpool;
  }
  if (ours == NULL) {
    release(replaced);
    return;
  }
  replaced->before = table;
  memcpy(replaced->table, table - words_before, sizeof replaced->table);
  replaced->table[words_before + deleting_destructor] = (void *)destroy;
  replaced->table[words_before + functions - 2] = (void *)ours;
  network->virtual_table = replaced->table + words_before;
}

static const struct layer_level *const levels[] = {
    NULL, &layers_avx2, &layers_avx_vnni, &layers_avx512_vnni_256, &layers_avx512_vnni};

int ocrscan_network_is_available(int kernel) {
  __builtin_cpu_init();
  const int has_avx2 = __builtin_cpu_supports("avx2") != 0;
  const int has_vnni = has_avx2 && __builtin_cpu_supports("avx512vnni") && __builtin_cpu_supports("avx512vl");
  switch (kernel) {
    case OCRSCAN_NETWORK_TESSERACT: return 1;
    case OCRSCAN_NETWORK_AVX2: return has_avx2;
    case OCRSCAN_NETWORK_AVX_VNNI: return has_avx2 && __builtin_cpu_supports("avxvnni");
    case OCRSCAN_NETWORK_AVX512_VNNI_256: return has_vnni;
    case OCRSCAN_NETWORK_AVX512_VNNI:
      return has_vnni && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq");
    default: return 0;
  }
}

static _Atomic int wanted = -1;

void ocrscan_network_choose(int kernel) { wanted = kernel; }
void ocrscan_network_spoil(int yes) { is_spoiled = yes; }
void ocrscan_network_prove(int yes) { is_proving = yes; }
int ocrscan_network_layers(void) { return proven_layers; }
int ocrscan_network_refused(void) { return refused_layers; }

struct network *CREATE(__wrap_)(void *file) {
  static const int by_speed[] = {OCRSCAN_NETWORK_AVX512_VNNI, OCRSCAN_NETWORK_AVX_VNNI, OCRSCAN_NETWORK_AVX2,
                                 OCRSCAN_NETWORK_TESSERACT};
  int kernel = wanted;
  for (size_t i = 0; kernel < 0; i++)
    if (ocrscan_network_is_available(by_speed[i])) kernel = by_speed[i];
  struct network *network = CREATE(__real_)(file);
  if (network != NULL && levels[kernel] != NULL) replace(network, levels[kernel]);
  return network;
}

#else

int ocrscan_network_is_available(int kernel) { return kernel == OCRSCAN_NETWORK_TESSERACT; }
void ocrscan_network_choose(int kernel) { (void)kernel; }
void ocrscan_network_spoil(int yes) { (void)yes; }
void ocrscan_network_prove(int yes) { (void)yes; }
int ocrscan_network_layers(void) { return 0; }
int ocrscan_network_refused(void) { return 0; }
struct network *CREATE(__wrap_)(void *file) { return CREATE(__real_)(file); }

#endif
