// Tesseract's layers without weights, for images of bytes: the same as Convolve::Forward and Maxpool::Forward, without
// a lookup of each pixel's neighbors.
#include <string.h>

#include "network.h"

void ocrscan_randomize(struct network_io *, int place, int offset, int count, void *randomizer)
    __asm__("_ZN9tesseract9NetworkIO9RandomizeEiiiPNS_5TRandE") __attribute__((weak));

// For each pixel, the pixels around it, column by column. Pixels outside the image are noise, in Tesseract's order,
// because each random number follows from the one before.
void convolve_bytes(const struct convolve *network, const struct network_io *input, struct network_io *output) {
  const int rows = input->map.shape[height], columns = input->map.shape[width], depth = network->network.inputs;
  const int x_reach = network->half_width, y_reach = network->half_height, column_size = (2 * y_reach + 1) * depth;
  const ptrdiff_t down = (ptrdiff_t)columns * depth;
  void *const randomizer = network->network.randomizer;
  int8_t *to = output->bytes.values;
  for (int y = 0; y < rows; y++)
    for (int x = 0; x < columns; x++) {
      const int place = y * columns + x;
      const bool is_inside = y >= y_reach && y + y_reach < rows && x >= x_reach && x + x_reach < columns;
      int offset = 0;
      for (int dx = -x_reach; dx <= x_reach; dx++) {
        if (x + dx < 0 || x + dx >= columns) {
          ocrscan_randomize(output, place, offset, column_size, randomizer);
          offset += column_size;
          continue;
        }
        const int8_t *from = input->bytes.values + ((ptrdiff_t)place + dx) * depth - y_reach * down;
        for (int dy = -y_reach; dy <= y_reach; dy++, from += down, offset += depth) {
          if (!is_inside && (y + dy < 0 || y + dy >= rows))
            ocrscan_randomize(output, place, offset, depth, randomizer);
          else if (depth == 1)
            to[offset] = *from;
          else
            memcpy(to + offset, from, (size_t)depth);
        }
      }
      to += offset;
    }
}

// The largest value of each rectangle.
void maxpool_bytes(const struct maxpool *network, const struct network_io *input, struct network_io *output) {
  const int rows = output->map.shape[height], columns = output->map.shape[width], depth = network->network.inputs;
  const size_t down = (size_t)input->map.shape[width] * (size_t)depth;
  int8_t *to = output->bytes.values;
  for (int y = 0; y < rows; y++)
    for (int x = 0; x < columns; x++, to += depth) {
      const int8_t *from = input->bytes.values + (size_t)(y * network->y_scale) * down +
                           (size_t)(x * network->x_scale) * (size_t)depth;
      memcpy(to, from, (size_t)depth);
      for (int dy = 0; dy < network->y_scale; dy++)
        for (int dx = 0; dx < network->x_scale; dx++) {
          const int8_t *other = from + (size_t)dy * down + (size_t)dx * (size_t)depth;
          for (int i = 0; i < depth; i++) to[i] = other[i] > to[i] ? other[i] : to[i];
        }
    }
}
