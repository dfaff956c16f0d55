#include "ocrscan_fuzz.h"

#include <stdio.h>
#include <stdlib.h>

/* Part of libFuzzer, which the linker adds. */
int LLVMFuzzerRunDriver(int *count, char ***arguments, int (*test)(const uint8_t *, size_t));

/*
 * The entry point of the program; SwiftPM makes the linker use this name. The target is in the environment, not among
 * the arguments, because libFuzzer starts the program again with its own arguments.
 */
int fuzz_main(int count, char **arguments);

int fuzz_main(int count, char **arguments) {
  const char *name = getenv("FUZZ_TARGET");
  if (!name || !ocrscan_fuzz_choose(name)) {
    fprintf(stderr, "FUZZ_TARGET must be the name of a target in Tests/FuzzTrialTests/Trials/FuzzTarget.swift\n");
    return 64;
  }
  return LLVMFuzzerRunDriver(&count, &arguments, ocrscan_fuzz_try);
}
