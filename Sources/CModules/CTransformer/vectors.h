/*
 * Arithmetic on 16 values at once, included by forward.h for each kernel; uses the vector registers of the kernel's
 * processor. The vectors are GCC's (Using Vector Instructions through Built-in Functions). Every sum has a fixed order,
 * and products and sums are never fused, so that all processors compute the same bits.
 */
#pragma STDC FP_CONTRACT OFF
/* Processors differ in how they pass vectors, but no function called here takes or returns one. */
#pragma clang diagnostic ignored "-Wpsabi"

typedef float v16f __attribute__((vector_size(64)));
typedef int32_t v16i __attribute__((vector_size(64)));
typedef float v16f_any __attribute__((vector_size(64), aligned(4), may_alias));
typedef int32_t v16i_any __attribute__((vector_size(64), aligned(4), may_alias));
typedef int8_t v16b_any __attribute__((vector_size(16), aligned(1), may_alias));

CT_INLINE v16f ct_load(const float *place) { return *(const v16f_any *)place; }
CT_INLINE void ct_store(float *place, v16f value) { *(v16f_any *)place = value; }
CT_INLINE v16f ct_all(float value) { return value - (v16f){0}; }
CT_INLINE v16f ct_floats(v16i value) { return __builtin_convertvector(value, v16f); }
CT_INLINE v16f ct_choose(v16i mask, v16f yes, v16f no) { return (v16f)((mask & (v16i)yes) | (~mask & (v16i)no)); }
CT_INLINE v16f ct_larger(v16f a, v16f b) { return ct_choose(a > b, a, b); }

/* Adds halves to halves. */
CT_INLINE float ct_sum(v16f value) {
  for (int step = 8; step > 0; step /= 2)
    for (int i = 0; i < step; i++) value[i] += value[i + step];
  return value[0];
}

CT_INLINE float ct_largest(v16f value) {
  float largest = value[0];
  for (int i = 1; i < 16; i++) largest = value[i] > largest ? value[i] : largest;
  return largest;
}

/* Rounds to whole numbers, ties to even: adding 1.5 * 2^23 leaves no room for a fraction. For values below 2^22. */
CT_INLINE v16i ct_round(v16f value) { return (v16i)(value + 12582912.0f) - 0x4B400000; }

/* e to the power of values up to 0, relative error below 2e-7. Returns 0 below -87, where float begins to lose bits. */
CT_INLINE v16f ct_exp(v16f value) {
  const v16i is_seen = value > -87.0f;
  value = ct_choose(is_seen, value, (v16f){0});
  const v16i power = ct_round(value * 1.44269504f);
  const v16f whole = ct_floats(power);
  /* ln 2 in two parts; the first is exact for all powers (Cody and Waite). */
  const v16f rest = (value - whole * 0.693359375f) - whole * -2.12194440e-4f;
  v16f result = ct_all(0.00139487f);
  result = result * rest + 0.008375213f;
  result = result * rest + 0.041666217f;
  result = result * rest + 0.16666414f;
  result = result * rest + 0.5f;
  result = result * rest + 1.0f;
  result = result * rest + 1.0f;
  return (v16f)(is_seen & ((v16i)result + (power << 23)));
}

/* GELU: the normal distribution function of a value, times the value. The error function is a quotient of
   polynomials fitted for the smallest maximum error, 4e-7 in float. */
CT_INLINE v16f ct_gelu(v16f value) {
  v16f x = value * 0.70710678f;
  x = ct_choose(x > 4.0f, ct_all(4.0f), x);
  x = ct_choose(x < -4.0f, ct_all(-4.0f), x);
  const v16f square = x * x;
  v16f above = ct_all(-1.3666761e-08f);
  above = above * square + 4.7805338e-06f;
  above = above * square + 3.8269209e-04f;
  above = above * square + 3.8395317e-03f;
  above = above * square + 5.4332603e-02f;
  above = above * square + 1.8471043e-01f;
  above = above * square + 1.1283792f;
  v16f below = ct_all(6.4009218e-05f);
  below = below * square + 1.3095794e-03f;
  below = below * square + 1.5453521e-02f;
  below = below * square + 1.1382634e-01f;
  below = below * square + 4.9702892e-01f;
  below = below * square + 1.0f;
  v16f erf = x * above / below;
  erf = ct_choose(erf > 1.0f, ct_all(1.0f), erf);
  erf = ct_choose(erf < -1.0f, ct_all(-1.0f), erf);
  return value * 0.5f * (erf + 1.0f);
}
