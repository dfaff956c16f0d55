#if defined(__x86_64__)
#include "layer_vectors.h"

#pragma clang attribute push(__attribute__((target("avx2,avx512f,avx512vl,avx512vnni"))), apply_to = function)
#define LAYERS layers_avx512_vnni_256
#define DOT _mm256_dpbusd_epi32
#include "layers_vnni_256.h"
#pragma clang attribute pop
#endif
