#define _GNU_SOURCE
#include "ocrscan_memory.h"

#include <link.h>
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

static int ocrscan_release_code(struct dl_phdr_info *program, size_t size, void *released) {
  (void)size;
  const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  for (int i = 0; i < program->dlpi_phnum; i++) {
    const ElfW(Phdr) *segment = &program->dlpi_phdr[i];
    /* Never a writable segment: MADV_DONTNEED would undo what was written, relocations among it (madvise(2)). */
    if (segment->p_type != PT_LOAD || !(segment->p_flags & PF_X) || (segment->p_flags & PF_W)) continue;
    uintptr_t start = (uintptr_t)(program->dlpi_addr + segment->p_vaddr);
    uintptr_t end = (start + segment->p_memsz) & ~(page - 1);
    start = (start + page - 1) & ~(page - 1);
    if (start < end && madvise((void *)start, end - start, MADV_DONTNEED) == 0) *(uint64_t *)released += end - start;
  }
  return 1; /* the first object is the program itself (dl_iterate_phdr(3)); libraries are shared with others */
}

uint64_t ocrscan_release_memory(void) {
  uint64_t released = 0;
  dl_iterate_phdr(ocrscan_release_code, &released);
  malloc_trim(0);
  return released;
}
