#ifndef OCRSCAN_CPNG_SHIM_H
#define OCRSCAN_CPNG_SHIM_H

#include <png.h>

/* Macros that Swift cannot import, as constants of the type that png_image uses. */
static const png_uint_32 ocrscan_png_image_version = PNG_IMAGE_VERSION;
static const png_uint_32 ocrscan_png_format_rgb = PNG_FORMAT_RGB;
static const png_uint_32 ocrscan_png_format_rgba = PNG_FORMAT_RGBA;
static const png_uint_32 ocrscan_png_format_linear_rgb = PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_LINEAR;
static const png_uint_32 ocrscan_png_format_linear_rgba =
    PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA | PNG_FORMAT_FLAG_LINEAR;
static const png_uint_32 ocrscan_png_has_alpha = PNG_FORMAT_FLAG_ALPHA;
static const png_uint_32 ocrscan_png_is_linear = PNG_FORMAT_FLAG_LINEAR;
static const png_uint_32 ocrscan_png_16bit_is_srgb = PNG_IMAGE_FLAG_16BIT_sRGB;

/* True when the last call failed; warnings alone do not count (png.h, PNG_IMAGE_FAILED). */
static inline int ocrscan_png_failed(const png_image *_Nonnull image) { return PNG_IMAGE_FAILED(*image) ? 1 : 0; }

#endif
