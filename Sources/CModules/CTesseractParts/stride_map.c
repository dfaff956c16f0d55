// StrideMap::Index::AddOffset finds the neighbors of a pixel for convolution and pooling. It takes a sixth of the
// reading time, because it is a chain of calls that the compiler may not inline. This does the same in one function.
//
// It relies on the layout of two of Tesseract's classes (src/lstm/stridemap.h), so it is used only for the version that
// it was compared with, according to Tesseract's own header; other versions keep their own.
#include "tesseract_parts.h"

#include <tesseract/version.h>

#include "network.h"

#define ADD_OFFSET(prefix) prefix##_ZN9tesseract9StrideMap5Index9AddOffsetEiNS_14FlexDimensionsE

struct index {
  const struct stride_map *map;
  int t;
  int places[dimensions];
};

bool ADD_OFFSET(__real_)(struct index *index, int offset, int dimension);
bool ADD_OFFSET(__wrap_)(struct index *index, int offset, int dimension);

#if TESSERACT_MAJOR_VERSION == 5 && TESSERACT_MINOR_VERSION == 3

// The last place in a dimension: images of a batch may be smaller than the batch (StrideMap::Index::MaxIndexOfDim).
static inline int last_place(int size, const struct vector *sizes, int image) {
  const int *first = sizes->begin, *end = sizes->end;
  if ((size_t)image >= (size_t)(end - first)) return size - 1;
  int own = first[image];
  return own > size - 1 ? size - 1 : own - 1;
}

// Moves the index; returns whether it is still inside the image.
bool ADD_OFFSET(__wrap_)(struct index *index, int offset, int dimension) {
  const struct stride_map *map = index->map;
  index->places[dimension] += offset;
  int image = index->places[batch], y = index->places[height], x = index->places[width];
  index->t = image * map->increments[batch] + y * map->increments[height] + x * map->increments[width];
  if ((image | y | x) < 0 || image >= map->shape[batch]) return false;
  return y <= last_place(map->shape[height], &map->heights, image) &&
         x <= last_place(map->shape[width], &map->widths, image);
}

#else

bool ADD_OFFSET(__wrap_)(struct index *index, int offset, int dimension) {
  return ADD_OFFSET(__real_)(index, offset, dimension);
}

#endif
