#define _GNU_SOURCE
#include "ocrscan_memory.h"

#include <link.h>
#include <malloc.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Whether loading changed the code of this object (ld(1), -z notext); then it must stay. */
static int ocrscan_has_changed_code(const struct dl_phdr_info *object) {
  for (int i = 0; i < object->dlpi_phnum; i++) {
    if (object->dlpi_phdr[i].p_type != PT_DYNAMIC) continue;
    const ElfW(Dyn) *entry = (const ElfW(Dyn) *)(object->dlpi_addr + object->dlpi_phdr[i].p_vaddr);
    for (; entry->d_tag != DT_NULL; entry++) {
      if (entry->d_tag == DT_TEXTREL || (entry->d_tag == DT_FLAGS && (entry->d_un.d_val & DF_TEXTREL))) return 1;
    }
  }
  return 0;
}

static int ocrscan_release_code(struct dl_phdr_info *object, size_t size, void *released) {
  (void)size;
  /* The vDSO, a page of the kernel's, does not come from a file (vdso(7)). */
  if (strncmp(object->dlpi_name, "linux-", 6) == 0 || ocrscan_has_changed_code(object)) return 0;
  const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  for (int i = 0; i < object->dlpi_phnum; i++) {
    const ElfW(Phdr) *segment = &object->dlpi_phdr[i];
    /* Never a writable segment: MADV_DONTNEED would undo all writes to it, including relocations (madvise(2)). */
    if (segment->p_type != PT_LOAD || (segment->p_flags & PF_W)) continue;
    uintptr_t start = (uintptr_t)(object->dlpi_addr + segment->p_vaddr);
    uintptr_t end = (start + segment->p_memsz) & ~(page - 1);
    start = (start + page - 1) & ~(page - 1);
    if (start < end && madvise((void *)start, end - start, MADV_DONTNEED) == 0) *(uint64_t *)released += end - start;
  }
  return 0; /* libraries too: their pages count for every program that has touched them */
}

void ocrscan_use_one_heap(void) {
  mallopt(M_ARENA_MAX, 1);
  /* The default, but fixed. Otherwise freeing the first large block raises it (mallopt(3)); later large blocks then lie in
     the heap, and small ones between them keep their pages. */
  mallopt(M_MMAP_THRESHOLD, 128 * 1024);
}

uint64_t ocrscan_release_memory(void) {
  uint64_t released = 0;
  dl_iterate_phdr(ocrscan_release_code, &released);
  malloc_trim(0);
  return released;
}
