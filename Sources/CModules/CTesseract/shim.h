#ifndef OCRSCAN_CTESSERACT_SHIM_H
#define OCRSCAN_CTESSERACT_SHIM_H

#include <tesseract/capi.h>

#endif
