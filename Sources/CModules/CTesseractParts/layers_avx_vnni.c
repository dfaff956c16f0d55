#if defined(__x86_64__)
#include "layer_vectors.h"

#pragma clang attribute push(__attribute__((target("avx2,avxvnni"))), apply_to = function)
#define LAYERS layers_avx_vnni
#define DOT _mm256_dpbusd_avx_epi32
#include "layers_vnni_256.h"
#pragma clang attribute pop
#endif
