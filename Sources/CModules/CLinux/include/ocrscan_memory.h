/* Memory that a resting process can do without. */
#ifndef OCRSCAN_MEMORY_H
#define OCRSCAN_MEMORY_H

#include <stdint.h>

/* Makes all threads allocate from the main heap from now on, and keeps blocks of 128 KiB and more outside it (mallopt(3),
   M_ARENA_MAX and M_MMAP_THRESHOLD). */
void ocrscan_use_one_heap(void);

/* Removes the code and constants of the program and its libraries from the resident set, and returns unused heap to
   the kernel. Code still in use comes back from the page cache, one page fault at a time. Returns the bytes of code
   released. */
uint64_t ocrscan_release_memory(void);

#endif
