#ifndef OCRSCAN_FUZZ_H
#define OCRSCAN_FUZZ_H

#include <stddef.h>
#include <stdint.h>

/* Both are written in Swift. */

/* Chooses what is tested, by name; 0 if there is no such thing. */
int ocrscan_fuzz_choose(const char *name);

/* Tries one input; ends the process where a property does not hold. Always 0, as libFuzzer wants it. */
int ocrscan_fuzz_try(const uint8_t *bytes, size_t count);

#endif
