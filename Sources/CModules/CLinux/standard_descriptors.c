/*
 * Standard input, output and error are open from the beginning, before anything else of the program runs. With one of them
 * closed, as by "ocr-scand 1>&-", the next file that is opened would get its number, and what is printed would be written
 * into that file.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>

__attribute__((constructor(101))) static void open_standard_descriptors(void) {
  for (int number = 0; number <= 2; number++) {
    if (fcntl(number, F_GETFD) != -1 || errno != EBADF) continue;
    /* The lowest number that is free (open(2)), which is this one. For the wrong direction, so that what cannot be printed
       is an error, as with a closed descriptor. */
    if (open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY) != number) abort();
  }
}
