#ifndef OCRSCAN_FUZZ_H
#define OCRSCAN_FUZZ_H

#include <stddef.h>
#include <stdint.h>

/* Both are written in Swift. */

/* Chooses the target by name; returns 0 if there is no such target. */
int ocrscan_fuzz_choose(const char *name);

/* Tries one input; ends the process if a property does not hold. Always returns 0, as libFuzzer requires. */
int ocrscan_fuzz_try(const uint8_t *bytes, size_t count);

#endif
