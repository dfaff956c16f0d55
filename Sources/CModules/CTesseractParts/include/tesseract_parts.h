#ifndef TESSERACT_PARTS_H
#define TESSERACT_PARTS_H

// Parts of Tesseract that this program leaves out or replaces. Only Tesseract calls them, whose archive is linked into
// the worker: the linker redirects its calls of NAME to __wrap_NAME (ld(1), --wrap), and its calls of network and
// archive libraries to the functions in missing_libraries.c. If Tesseract is a shared library, none of it has any
// effect, and reading only takes longer.

// Ways to compute the layers of the recognition network. All give the same result; the fastest that the processor
// supports is used.
enum {
  OCRSCAN_NETWORK_TESSERACT, // Tesseract's own
  OCRSCAN_NETWORK_AVX2,
  OCRSCAN_NETWORK_AVX_VNNI,
  OCRSCAN_NETWORK_AVX512_VNNI_256, // the code of AVX_VNNI for processors that have the instruction in AVX-512; for tests
  OCRSCAN_NETWORK_AVX512_VNNI,
};
#define OCRSCAN_NETWORK_COUNT 5

// Whether this processor can run it.
int ocrscan_network_is_available(int kernel);

// For tests: makes networks loaded from now on use this one, which must be available; -1 restores the fastest.
void ocrscan_network_choose(int kernel);

// While this is on, each new layer of this thread's networks computes both ways, and is used from then on if every bit is
// the same. Without it, layers compute as the library does.
void ocrscan_network_prove(int yes);

// How many layers have been proven on this thread so far, and how many were given back to the library.
int ocrscan_network_layers(void);
int ocrscan_network_refused(void);

// For tests: makes proofs on this thread fail.
void ocrscan_network_spoil(int yes);

#endif
