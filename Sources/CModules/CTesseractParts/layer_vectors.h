// Vectors of 16 elements, whatever registers the processor has.
#ifndef OCRSCAN_LAYER_VECTORS_H
#define OCRSCAN_LAYER_VECTORS_H

#include <immintrin.h>
#include <math.h>
#include <string.h>

#include "network.h"

// Processors differ in how they pass vectors, but no function called here takes or returns one.
#pragma clang diagnostic ignored "-Wpsabi"

// For functions that must be inlined into their callers.
#define INLINE static inline __attribute__((always_inline))

typedef float v16f __attribute__((vector_size(64)));
typedef int32_t v16i __attribute__((vector_size(64)));
typedef int8_t v16b __attribute__((vector_size(16)));
typedef float v16f_any __attribute__((vector_size(64), aligned(4), may_alias));
typedef int32_t v16i_any __attribute__((vector_size(64), aligned(4), may_alias));

#endif
