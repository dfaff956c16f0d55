#include "ocrscan_jpeg.h"

#include <setjmp.h>
/* jpeglib.h uses FILE without including it. */
#include <stdio.h>

#include <jerror.h>
#include <jpeglib.h>

/* A progressive picture of 64 megapixels with four components has 512 MB of coefficients. */
#define MAXIMUM_MEMORY (1L << 30)

struct failure {
  struct jpeg_error_mgr manager;
  jmp_buf end;
};

static void fail(j_common_ptr decoder) {
  struct failure *failure = (struct failure *)decoder->err;
  longjmp(failure->end, 1);
}

/* Drop warnings and traces: nobody reads standard error. */
static void be_quiet(j_common_ptr decoder, int level) {
  (void)decoder;
  (void)level;
}

static void say_nothing(j_common_ptr decoder) { (void)decoder; }

static void read_rows(struct jpeg_decompress_struct *decoder, uint8_t *pixels, size_t stride) {
  while (decoder->output_scanline < decoder->output_height) {
    JSAMPROW row = pixels + stride * decoder->output_scanline;
    /* This source never runs out: at the end of the file the library inserts an end marker. */
    jpeg_read_scanlines(decoder, &row, 1);
  }
}

int ocrscan_jpeg_decode(const uint8_t *file, size_t count, uint32_t width, uint32_t height, int32_t components,
                        uint8_t *pixels) {
  struct jpeg_decompress_struct decoder;
  struct failure failure;
  decoder.err = jpeg_std_error(&failure.manager);
  failure.manager.error_exit = fail;
  failure.manager.emit_message = be_quiet;
  failure.manager.output_message = say_nothing;
  /* Whatever changes between setjmp and longjmp is behind pointers; locals keep their values (C11, 7.13.2.1). */
  if (setjmp(failure.end) != 0) {
    int code = failure.manager.msg_code;
    jpeg_destroy_decompress(&decoder);
    return code == JERR_OUT_OF_MEMORY || code == JERR_NO_BACKING_STORE ? OCRSCAN_JPEG_NO_MEMORY : OCRSCAN_JPEG_FAILED;
  }
  jpeg_create_decompress(&decoder);
  /* Beyond this the library would ask for a temporary file, which this build of it does not support. */
  decoder.mem->max_memory_to_use = MAXIMUM_MEMORY;
  jpeg_mem_src(&decoder, file, count);
  jpeg_read_header(&decoder, TRUE);
  if (decoder.image_width != width || decoder.image_height != height || decoder.num_components != components) {
    jpeg_destroy_decompress(&decoder);
    return OCRSCAN_JPEG_FAILED;
  }
  decoder.out_color_space = components == 4 ? JCS_CMYK : JCS_RGB;
  jpeg_start_decompress(&decoder);
  read_rows(&decoder, pixels, (size_t)width * (components == 4 ? 4 : 3));
  /* Not jpeg_finish_decompress, which would read whatever follows the last row. */
  jpeg_destroy_decompress(&decoder);
  return OCRSCAN_JPEG_DONE;
}
