/* The ways in which processors multiply bytes. All give the same result; ct_forward uses the fastest. */
#ifndef CT_KERNEL_H
#define CT_KERNEL_H

#include "ct_model.h"

enum ct_kernel {
  CT_PORTABLE,
  CT_SSE2,
  CT_AVX2,
  CT_AVX_VNNI,
  CT_AVX512_VNNI_256, /* the code of CT_AVX_VNNI for processors that have the same instruction in AVX-512; for tests */
  CT_AVX512_VNNI,
  CT_NEON,
  CT_NEON_DOT,
};
#define CT_KERNEL_COUNT 8

/* Whether this processor can run it. */
int ct_kernel_is_available(int kernel);

/* The kernel that ct_forward uses. */
int ct_kernel_chosen(void);

/* For example "avx2". */
const char *_Nonnull ct_kernel_name(int kernel);

/* Runs ct_forward with the given kernel; returns -1 also if it is not available. */
int ct_forward_with(
    int kernel, const struct ct_model *_Nonnull model, const int32_t *_Nonnull pieces, uint32_t count,
    void *_Nonnull workspace, float *_Nullable pooled, float *_Nonnull outputs);

/* For tests: replaces values, a multiple of 16 of them, by e to their power (for values up to 0), or by their GELU. */
int ct_exponentials_with(int kernel, float *_Nonnull values, uint32_t count);
int ct_gelu_with(int kernel, float *_Nonnull values, uint32_t count);

/* For tests: multiplies `count` rows of `columns` values, 48 rows at most, by a matrix; out gets `rows` values for
   each. The workspace is sized for the model with inner = columns. */
int ct_multiply_with(
    int kernel, const struct ct_matrix *_Nonnull matrix, uint32_t rows, uint32_t columns, const float *_Nonnull input,
    uint32_t count, void *_Nonnull workspace, float *_Nonnull out);

#endif
