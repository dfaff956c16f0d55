// OpenMP on one thread: what libgomp does, without the threads.
//
// Tesseract splits every time step of its network into four OpenMP sections, each smaller than the cost of waking a
// thread. With libgomp's threads on a busy machine, one 1080p screenshot took 15 s instead of 1.7 s. Even limited to
// one thread (OMP_THREAD_LIMIT=1), libgomp makes a team and a futex(2) call for each section: 94,000 calls while
// reading one mail, 5 to 6 % of the worker's time. A worker has one thread by design, so these functions replace
// libgomp's: the dynamic linker looks for a symbol in the program before it looks into libraries (ld.so(8), ELF symbol
// interposition).
//
// The ABI is libgomp's (gcc, libgomp/libgomp_g.h). Tesseract does not nest sections and calls nothing else of OpenMP,
// so one state per thread is enough; a worker has one thread, but tests read in several. With Tesseract linked in,
// libgomp is not loaded at all.
#include "serial_openmp.h"

static _Thread_local unsigned section_count;
static _Thread_local unsigned last_section;

void GOMP_parallel(void (*body)(void *), void *data, unsigned threads, unsigned flags) {
  (void)threads;
  (void)flags;
  body(data);
}

void GOMP_parallel_sections(
    void (*body)(void *), void *data, unsigned threads, unsigned count, unsigned flags) {
  (void)threads;
  (void)flags;
  section_count = count;
  last_section = 0;
  body(data);
}

// The number of the next section, from 1; 0 if there is none left.
unsigned GOMP_sections_next(void) { return last_section < section_count ? ++last_section : 0; }

void GOMP_sections_end_nowait(void) {}

int omp_get_thread_num(void) { return 0; }

int omp_get_num_threads(void) { return 1; }
