#include "ct_kernel.h"

#include <stdatomic.h>
#include <stddef.h>

#include "level.h"

#if defined(__aarch64__)
#include <sys/auxv.h>
#ifndef HWCAP_ASIMDDP
#define HWCAP_ASIMDDP (1UL << 20) /* asm/hwcap.h */
#endif
#endif

static const struct ct_level *level(int kernel) {
  switch (kernel) {
    case CT_PORTABLE: return &ct_portable_level;
#if defined(__x86_64__)
    case CT_SSE2: return &ct_sse2_level;
    case CT_AVX2: return &ct_avx2_level;
    case CT_AVX_VNNI: return &ct_avx_vnni_level;
    case CT_AVX512_VNNI_256: return &ct_avx512_vnni_256_level;
    case CT_AVX512_VNNI: return &ct_avx512_vnni_level;
#elif defined(__aarch64__)
    case CT_NEON: return &ct_neon_level;
    case CT_NEON_DOT: return &ct_neon_dot_level;
#endif
    default: return NULL;
  }
}

int ct_kernel_is_available(int kernel) {
#if defined(__x86_64__)
  __builtin_cpu_init();
  const int has_avx2 = __builtin_cpu_supports("avx2") != 0;
  const int has_vnni = has_avx2 && __builtin_cpu_supports("avx512vnni") && __builtin_cpu_supports("avx512vl");
  switch (kernel) {
    case CT_PORTABLE: return 1;
    case CT_SSE2: return 1; /* every x86-64 processor */
    case CT_AVX2: return has_avx2;
    case CT_AVX_VNNI: return has_avx2 && __builtin_cpu_supports("avxvnni");
    case CT_AVX512_VNNI_256: return has_vnni;
    case CT_AVX512_VNNI: return has_vnni && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq");
    default: return 0;
  }
#elif defined(__aarch64__)
  switch (kernel) {
    case CT_PORTABLE: return 1;
    case CT_NEON: return 1; /* every aarch64 processor that Linux runs on */
    case CT_NEON_DOT: return (getauxval(AT_HWCAP) & HWCAP_ASIMDDP) != 0;
    default: return 0;
  }
#else
  return kernel == CT_PORTABLE;
#endif
}

int ct_kernel_chosen(void) {
  static const int by_speed[] = {CT_AVX512_VNNI, CT_AVX_VNNI, CT_AVX2, CT_SSE2, CT_NEON_DOT, CT_NEON, CT_PORTABLE};
  /* One more than the number; several threads may find it out at the same time, with the same result. */
  static _Atomic int chosen;
  const int known = atomic_load_explicit(&chosen, memory_order_relaxed);
  if (known > 0) return known - 1;
  size_t i = 0;
  while (!ct_kernel_is_available(by_speed[i])) i++;
  atomic_store_explicit(&chosen, by_speed[i] + 1, memory_order_relaxed);
  return by_speed[i];
}

const char *ct_kernel_name(int kernel) {
  static const char *const names[CT_KERNEL_COUNT] = {
      [CT_PORTABLE] = "portable", [CT_SSE2] = "sse2", [CT_AVX2] = "avx2", [CT_AVX_VNNI] = "avx-vnni",
      [CT_AVX512_VNNI_256] = "avx512-vnni-256", [CT_AVX512_VNNI] = "avx512-vnni", [CT_NEON] = "neon",
      [CT_NEON_DOT] = "neon-dot"};
  return kernel >= 0 && kernel < CT_KERNEL_COUNT ? names[kernel] : "unknown";
}

static int forward(const struct ct_level *with, const struct ct_model *model, const int32_t *pieces, uint32_t count,
                   void *workspace, float *pooled, float *outputs) {
  if (count < 1 || count > model->dimensions.positions) return -1;
  for (uint32_t i = 0; i < count; i++)
    if (pieces[i] < 0 || (uint32_t)pieces[i] >= model->dimensions.vocabulary) return -1;
  struct ct_workspace places;
  ct_lay_out(&model->dimensions, count, workspace, &places);
  with->forward(model, pieces, count, &places, pooled, outputs);
  return 0;
}

int ct_forward(const struct ct_model *model, const int32_t *pieces, uint32_t count, void *workspace, float *pooled,
               float *outputs) {
  return forward(level(ct_kernel_chosen()), model, pieces, count, workspace, pooled, outputs);
}

int ct_forward_with(int kernel, const struct ct_model *model, const int32_t *pieces, uint32_t count, void *workspace,
                    float *pooled, float *outputs) {
  if (!ct_kernel_is_available(kernel)) return -1;
  return forward(level(kernel), model, pieces, count, workspace, pooled, outputs);
}

int ct_exponentials_with(int kernel, float *values, uint32_t count) {
  if (!ct_kernel_is_available(kernel) || count % 16 != 0) return -1;
  level(kernel)->exponentials(values, count);
  return 0;
}

int ct_gelu_with(int kernel, float *values, uint32_t count) {
  if (!ct_kernel_is_available(kernel) || count % 16 != 0) return -1;
  level(kernel)->gelu(values, count);
  return 0;
}

int ct_multiply_with(int kernel, const struct ct_matrix *matrix, uint32_t rows, uint32_t columns, const float *input,
                     uint32_t count, void *workspace, float *out) {
  if (!ct_kernel_is_available(kernel) || count > ct_block || rows % 32 != 0 || columns % 16 != 0) return -1;
  const struct ct_dimensions dimensions = {.width = 64, .heads = 1, .inner = columns};
  struct ct_workspace places;
  ct_lay_out(&dimensions, 1, workspace, &places);
  level(kernel)->multiply(matrix, rows, columns, input, count, &places, out);
  return 0;
}
