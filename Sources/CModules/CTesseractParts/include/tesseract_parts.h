#ifndef TESSERACT_PARTS_H
#define TESSERACT_PARTS_H

// Parts of Tesseract that this program leaves out or does itself. Nothing calls them but Tesseract, whose archive is linked
// into the worker: the linker gives its calls of NAME to __wrap_NAME (ld(1), --wrap), and its calls of the network and of
// archives to the functions in missing_libraries.c. With Tesseract as a shared library none of it has an effect but on time.

// Ways to compute the layers of the recognizing network. All give the same; the fastest that the processor has is taken.
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

// For tests: networks that are read from now on use this one, which must be available; the fastest again for -1.
void ocrscan_network_choose(int kernel);

// How many layers of networks were taken over so far.
int ocrscan_network_layers(void);

#endif
