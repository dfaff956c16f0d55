#ifndef TESSERACT_PARTS_H
#define TESSERACT_PARTS_H

// Parts of Tesseract that this program leaves out or does itself. Nothing calls them but Tesseract, whose archive is linked
// into the worker: the linker gives its calls of NAME to __wrap_NAME (ld(1), --wrap), and its calls of the network and of
// archives to the functions in missing_libraries.c. With Tesseract as a shared library none of it has an effect but on time.

#endif
