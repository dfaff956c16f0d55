#if defined(__x86_64__)
#include <immintrin.h>

#pragma clang attribute push(__attribute__((target("avx2,avxvnni"))), apply_to = function)
#define CT_LEVEL ct_avx_vnni_level
#define CT_DOT _mm256_dpbusd_avx_epi32
#include "vnni_256.h"
#pragma clang attribute pop
#endif
