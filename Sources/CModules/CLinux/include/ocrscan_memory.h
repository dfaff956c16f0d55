/* Memory that a resting process can do without. */
#ifndef OCRSCAN_MEMORY_H
#define OCRSCAN_MEMORY_H

#include <stdint.h>

/* From now on all threads allocate from the main heap (mallopt(3), M_ARENA_MAX). */
void ocrscan_use_one_heap(void);

/* Takes the code of the program and its libraries, and their constants, out of the resident set and returns unused heap to the kernel. Code that is still
   needed comes back from the page cache, a page fault at a time. Returns the bytes of code that were let go. */
uint64_t ocrscan_release_memory(void);

#endif
