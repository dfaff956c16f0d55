// Skips what an engine prepares at its start and this program never uses: five sixths of the start time.
#include "tesseract_parts.h"

#include <leptonica/allheaders.h>

// UnicharAmbigs::LoadUniversal sorts a table of 1,300 confusable strings into linked lists, in 60 ms. Only Tesseract's
// old recognizer uses them; the LSTM, the only one here, does not.
void __wrap__ZN9tesseract13UnicharAmbigs13LoadUniversalERKNS_10UNICHARSETEPS1_(
    void *ambigs, const void *encoder_set, void *unicharset) {
  (void)ambigs;
  (void)encoder_set;
  (void)unicharset;
}

L_BMF *__real_bmfCreate(const char *folder, l_int32 size);

// The font with which Tesseract writes into its debugging images (debugpixa.h), 2 ms, is the only one of this size;
// ImageProcessing uses another size. Without a font there is nothing to destroy, and debugging images are never made.
enum { debug_font_size = 14 };

L_BMF *__wrap_bmfCreate(const char *folder, l_int32 size) {
  return size == debug_font_size ? NULL : __real_bmfCreate(folder, size);
}
