// The `gather` that layers.h needs, for processors without AVX-512.
INLINE void gather(v16i places, const float *table, v16f *here, v16f *next) {
  const __m256i *halves = (const __m256i *)&places;
  __m256 parts[4];
  for (int i = 0; i < 2; i++) {
    parts[i] = _mm256_i32gather_ps(table, halves[i], 4);
    parts[2 + i] = _mm256_i32gather_ps(table + 1, halves[i], 4);
  }
  memcpy(here, parts, sizeof *here);
  memcpy(next, parts + 2, sizeof *next);
}
