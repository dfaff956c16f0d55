/* Only decoding: nothing here writes a WebP. */
#include <webp/decode.h>
