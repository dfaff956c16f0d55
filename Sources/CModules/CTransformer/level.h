/* What a kernel provides to model.c. */
#ifndef CT_LEVEL_H
#define CT_LEVEL_H

#include "ct_kernel.h"

/* Word pieces that go through a layer together, so that each block of weights is read once for all of them. */
enum { ct_block = 48 };

/* The parts of the workspace. Each begins at a multiple of 64 bytes. */
struct ct_workspace {
  float *rows;       /* count x width: passed from layer to layer */
  float *attention;  /* count x 3 width: queries, keys and values; the gathered values replace the queries */
  float *keys;       /* of one head, a row for each of its values: head x padded count */
  float *values;     /* of one head: count x head */
  float *shares;     /* ct_query_tile x padded count */
  float *inner;      /* ct_block x inner */
  float *product;    /* ct_block x width */
  void *activations; /* ct_block x the larger of width and inner, two bytes each */
  float *scales;     /* ct_block: the value that an activation of 1 adds to the middle */
  float *middles;    /* ct_block */
  int32_t *sums;     /* ct_block: of the activations */
};

enum { ct_query_tile = 8 };

/* Fills `workspace` with places from `start`, which may be NULL; returns the size. */
uint64_t ct_lay_out(const struct ct_dimensions *dimensions, uint32_t count, void *start, struct ct_workspace *workspace);

/* For functions that must be inlined into callers in which the compiler knows the number of word pieces. */
#define CT_INLINE static inline __attribute__((always_inline))

struct ct_level {
  void (*forward)(const struct ct_model *, const int32_t *, uint32_t, const struct ct_workspace *, float *, float *);
  void (*multiply)(const struct ct_matrix *, uint32_t rows, uint32_t columns, const float *input, uint32_t count,
                   const struct ct_workspace *, float *out);
  void (*exponentials)(float *, uint32_t);
  void (*gelu)(float *, uint32_t);
};

extern const struct ct_level ct_portable_level;
#if defined(__x86_64__)
extern const struct ct_level ct_sse2_level, ct_avx2_level, ct_avx_vnni_level, ct_avx512_vnni_256_level, ct_avx512_vnni_level;
#elif defined(__aarch64__)
extern const struct ct_level ct_neon_level, ct_neon_dot_level;
#endif

#endif
