#ifndef SERIAL_OPENMP_H
#define SERIAL_OPENMP_H

// Exported so that the dynamic linker binds Tesseract's calls to them. Nothing in Swift calls them, so the linker must
// be kept from dropping them ("retain": SHF_GNU_RETAIN, honored by --gc-sections).
#define SERIAL_OPENMP_EXPORT __attribute__((visibility("default"), used, retain))

SERIAL_OPENMP_EXPORT void GOMP_parallel(void (*body)(void *), void *data, unsigned threads, unsigned flags);
SERIAL_OPENMP_EXPORT void GOMP_parallel_sections(
    void (*body)(void *), void *data, unsigned threads, unsigned count, unsigned flags);
SERIAL_OPENMP_EXPORT unsigned GOMP_sections_next(void);
SERIAL_OPENMP_EXPORT void GOMP_sections_end_nowait(void);
int omp_get_thread_num(void);
int omp_get_num_threads(void);

#endif
