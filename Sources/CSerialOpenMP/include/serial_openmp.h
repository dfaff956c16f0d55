#ifndef SERIAL_OPENMP_H
#define SERIAL_OPENMP_H

// Exported so that the dynamic linker binds Tesseract's calls to them; nothing in Swift calls them.
#define SERIAL_OPENMP_EXPORT __attribute__((visibility("default"), used))

SERIAL_OPENMP_EXPORT void GOMP_parallel(void (*body)(void *), void *data, unsigned threads, unsigned flags);
SERIAL_OPENMP_EXPORT void GOMP_parallel_sections(
    void (*body)(void *), void *data, unsigned threads, unsigned count, unsigned flags);
SERIAL_OPENMP_EXPORT unsigned GOMP_sections_next(void);
SERIAL_OPENMP_EXPORT void GOMP_sections_end_nowait(void);

#endif
