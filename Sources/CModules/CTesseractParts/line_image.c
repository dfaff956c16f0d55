// Tesseract packs the image of each line as a PNG and unpacks it at once (ImageData::SetPixInternal, GetPixInternal),
// which takes a twentieth of the reading time. Leptonica's own format for the same pixels is not compressed, and its
// reader recognizes both by their first bytes.
#include "tesseract_parts.h"

#include <leptonica/allheaders.h>

l_ok __real_pixWriteMem(l_uint8 **bytes, size_t *count, PIX *pix, l_int32 format);

l_ok __wrap_pixWriteMem(l_uint8 **bytes, size_t *count, PIX *pix, l_int32 format) {
  return __real_pixWriteMem(bytes, count, pix, format == IFF_PNG ? IFF_SPIX : format);
}
