// Tesseract's layers with weights (LSTM, fully connected) for one kind of processor, whose file first defines:
//   LAYERS        the name of the resulting struct layer_level
//   WEIGHT_SUMS   how many times the sum of its weights each row's products come out too large
//   BLOCKS        blocks of 16 rows whose sums are kept at once
//   struct sums   registers for the sums of one place and one block; all bits zero before the first step
//   add_products  adds the products of 4 columns, for `count` places and `blocks` blocks
//   store_sums    stores the sums of one place and one block, plus other values
//   gather        for 16 places in a table, the values there and the next ones
//
// Vectors are GCC's (Using Vector Instructions through Built-in Functions). Floating-point products and sums are never
// fused and have the same order as in Tesseract's own code, so the results are the same.
#pragma STDC FP_CONTRACT OFF

INLINE v16f load(const float *place) { return *(const v16f_any *)place; }
INLINE void store(float *place, v16f value) { *(v16f_any *)place = value; }
INLINE v16f all(float value) { return value - (v16f){0}; }
INLINE v16f choose(v16i mask, v16f yes, v16f no) { return (v16f)((mask & (v16i)yes) | (~mask & (v16i)no)); }

// Multiplies rows by places: for each place, `sums` gets `start` plus the products of all rows. Inputs are read up to a
// multiple of 4 columns.
INLINE void multiply_some(const struct block_matrix *matrix, const int8_t *input, size_t input_stride, const int32_t *start,
                          size_t start_stride, int32_t *to, size_t to_stride, uint32_t count, uint32_t blocks,
                          uint32_t first) {
  const size_t block_size = (size_t)matrix->groups * bytes_of_block;
  const int8_t *weights = matrix->weights + first * block_size;
  struct sums sums[layer_tile][BLOCKS];
  for (uint32_t t = 0; t < count; t++) memset(sums[t], 0, blocks * sizeof sums[t][0]);
  for (uint32_t group = 0; group < matrix->groups; group++)
    add_products(sums, count, blocks, weights + (size_t)group * bytes_of_block, block_size, input + 4 * (size_t)group,
                 input_stride);
  for (uint32_t t = 0; t < count; t++)
    for (uint32_t block = 0; block < blocks; block++) {
      const size_t row = (size_t)(first + block) * rows_of_block;
      store_sums(&sums[t][block], start + t * start_stride + row, to + t * to_stride + row);
    }
}

INLINE void multiply_count(const struct block_matrix *matrix, const int8_t *input, size_t input_stride, const int32_t *start,
                           size_t start_stride, int32_t *to, size_t to_stride, uint32_t count) {
  uint32_t first = 0;
  for (; first + BLOCKS <= matrix->blocks; first += BLOCKS)
    multiply_some(matrix, input, input_stride, start, start_stride, to, to_stride, count, BLOCKS, first);
  for (; first < matrix->blocks; first++)
    multiply_some(matrix, input, input_stride, start, start_stride, to, to_stride, count, 1, first);
}

// In each case the compiler knows the number of places, so the sums stay in registers.
static void multiply(const struct block_matrix *matrix, const int8_t *input, size_t input_stride, const int32_t *start,
                     size_t start_stride, int32_t *to, size_t to_stride, uint32_t count) {
  switch (count) {
    case 1: multiply_count(matrix, input, input_stride, start, start_stride, to, to_stride, 1); break;
    case 2: multiply_count(matrix, input, input_stride, start, start_stride, to, to_stride, 2); break;
    case 3: multiply_count(matrix, input, input_stride, start, start_stride, to, to_stride, 3); break;
    default: multiply_count(matrix, input, input_stride, start, start_stride, to, to_stride, layer_tile); break;
  }
}

// Like functions.h of Tesseract: tables of 4,096 values for 0 to 16, linear interpolation between them, 1 beyond.
INLINE v16f look_up(v16f value, const float *table) {
  const v16f place = value * 256.0f;
  const v16i is_inside = place < 4095.0f;
  const v16i whole = __builtin_convertvector(choose(is_inside, place, all(0)), v16i);
  v16f here, next;
  gather(whole, table, &here, &next);
  const v16f between = here + (next - here) * (place - __builtin_convertvector(whole, v16f));
  return choose(is_inside, between, all(1));
}

INLINE v16f hyperbolic_tangent(v16f value) {
  const v16i is_negative = value < 0.0f;
  const v16f result = look_up(choose(is_negative, -value, value), TABLE(9TanhTableE));
  return choose(is_negative, -result, result);
}

INLINE v16f logistic(v16f value) {
  const v16i is_negative = value < 0.0f;
  const v16f result = look_up(choose(is_negative, -value, value), TABLE(13LogisticTableE));
  return choose(is_negative, 1.0f - result, result);
}

// Like NetworkIO::WriteTimeStepPart: values from -1 to 1 as bytes, with halves rounded away from zero.
INLINE void store_bytes(int8_t *to, v16f value) {
  const v16f scaled = value * 127.0f;
  const v16i is_negative = scaled < 0.0f;
  v16i whole = __builtin_convertvector(choose(is_negative, -scaled, scaled) + 0.5f, v16i);
  const v16i is_beyond = whole > 127;
  whole = (is_beyond & 127) | (~is_beyond & whole);
  whole = (whole ^ is_negative) - is_negative;
  const v16b bytes = __builtin_convertvector(whole, v16b);
  memcpy(to, &bytes, sizeof bytes);
}

INLINE v16f total(const int32_t *sums, const float *scales) {
  return __builtin_convertvector(*(const v16i_any *)sums, v16f) * load(scales);
}

// Computes one place of an LSTM (LSTM::Forward), changing its states and output.
static void step(const struct layer *layer, uint32_t states, const int32_t *sums) {
  const float *scales = layer->scales;
  for (uint32_t i = 0; i < states; i += 16) {
    const v16f input = hyperbolic_tangent(total(sums + i, scales + i));
    const v16f input_gate = logistic(total(sums + states + i, scales + states + i));
    const v16f forget_gate = logistic(total(sums + 2 * states + i, scales + 2 * states + i));
    const v16f output_gate = logistic(total(sums + 3 * states + i, scales + 3 * states + i));
    v16f state = load(layer->states + i) * forget_gate;
    state = state + input * input_gate;
    state = choose(state < -100.0f, all(-100), state);
    state = choose(state > 100.0f, all(100), state);
    store(layer->states + i, state);
    store_bytes(layer->output + i, hyperbolic_tangent(state) * output_gate);
  }
}

static void lstm(const struct layer *layer, const struct lstm *network, const struct network_io *input,
                 struct network_io *output) {
  const uint32_t states = (uint32_t)network->states, row_length = (uint32_t)input->map.shape[width];
  const uint32_t rows = (uint32_t)input->map.shape[height], columns = (uint32_t)input->bytes.columns;
  const bool is_summary = network->network.type == type_lstm_summary;
  const size_t stride = (size_t)gates * states;
  int8_t *to = output->bytes.values;
  for (uint32_t row = 0; row < rows; row++) {
    memset(layer->states, 0, states * sizeof(float));
    memset(layer->output, 0, states);
    for (uint32_t first = 0; first < row_length; first += layer_tile) {
      const uint32_t count = row_length - first < layer_tile ? row_length - first : layer_tile;
      const int8_t *from = input->bytes.values + ((size_t)row * row_length + first) * columns;
      multiply(&layer->inputs, from, columns, layer->bases, 0, layer->sums, stride, count);
      for (uint32_t t = 0; t < count; t++) {
        int32_t *sums = layer->sums + t * stride;
        multiply(&layer->recurrent, layer->output, 0, sums, 0, sums, 0, 1);
        step(layer, states, sums);
        if (is_summary) continue;
        memcpy(to, layer->output, states);
        to += states;
      }
    }
    if (!is_summary) continue;
    memcpy(to, layer->output, states);
    to += states;
  }
}

// SoftmaxInPlace of Tesseract, using the same function of the C library.
static void soften(float *values, uint32_t count) {
  float largest = values[0], sum = 0;
  for (uint32_t i = 1; i < count; i++) largest = values[i] > largest ? values[i] : largest;
  for (uint32_t i = 0; i < count; i++) {
    const float below = values[i] - largest;
    values[i] = expf(below < -86 ? -86 : below > 0 ? 0 : below);
    sum += values[i];
  }
  if (sum <= 0) return;
  for (uint32_t i = 0; i < count; i++) values[i] /= sum;
}

static void fully_connected(const struct layer *layer, const struct fully_connected *network,
                            const struct network_io *input, struct network_io *output) {
  const uint32_t outputs = (uint32_t)network->network.outputs, columns = (uint32_t)input->bytes.columns;
  const uint32_t places = (uint32_t)input->bytes.rows, padded = layer->inputs.blocks * rows_of_block;
  const bool is_softmax = network->network.type == type_softmax;
  for (uint32_t first = 0; first < places; first += layer_tile) {
    const uint32_t count = places - first < layer_tile ? places - first : layer_tile;
    multiply(&layer->inputs, input->bytes.values + (size_t)first * columns, columns, layer->bases, 0, layer->sums, padded,
             count);
    for (uint32_t t = 0; t < count; t++) {
      const int32_t *sums = layer->sums + (size_t)t * padded;
      const size_t place = (size_t)(first + t) * outputs;
      for (uint32_t i = 0; i < outputs; i += 16) {
        const v16f value = total(sums + i, layer->scales + i);
        const uint32_t some = outputs - i < 16 ? outputs - i : 16;
        if (is_softmax) {
          memcpy(output->floats.values + place + i, &value, some * sizeof(float));
        } else {
          int8_t bytes[16];
          store_bytes(bytes, hyperbolic_tangent(value));
          memcpy(output->bytes.values + place + i, bytes, some);
        }
      }
      if (is_softmax) soften(output->floats.values + place, outputs);
    }
  }
}

const struct layer_level LAYERS = {.weight_sums = WEIGHT_SUMS, .lstm = lstm, .fully_connected = fully_connected};
