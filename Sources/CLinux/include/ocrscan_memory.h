/* Memory that a resting process can do without. */
#ifndef OCRSCAN_MEMORY_H
#define OCRSCAN_MEMORY_H

#include <stdint.h>

/* Takes the program's own code out of the resident set and returns unused heap to the kernel. Code that is still
   needed comes back from the page cache, a page fault at a time. Returns the bytes of code that were let go. */
uint64_t ocrscan_release_memory(void);

#endif
