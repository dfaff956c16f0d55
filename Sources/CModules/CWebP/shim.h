/* Decoding only: nothing here writes a WebP. */
#include <webp/decode.h>
