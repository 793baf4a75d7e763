// SPDX-License-Identifier: Apache-2.0
#include "CProgressivePage.h"

#include <stdio.h>

#include <jpeglib.h>

size_t cprogressive_page(
    const uint8_t *pixels, uint32_t width, uint32_t height, int quality, uint8_t **bytes) {
  struct jpeg_compress_struct encoder;
  struct jpeg_error_mgr errors;
  unsigned long count = 0;
  // libjpeg's default error handler ends the program, as a benchmark should.
  encoder.err = jpeg_std_error(&errors);
  jpeg_create_compress(&encoder);
  *bytes = NULL;
  jpeg_mem_dest(&encoder, bytes, &count);
  encoder.image_width = width;
  encoder.image_height = height;
  encoder.input_components = 4;
  encoder.in_color_space = JCS_EXT_RGBX;
  jpeg_set_defaults(&encoder);
  jpeg_set_quality(&encoder, quality, TRUE);
  jpeg_simple_progression(&encoder);
  jpeg_start_compress(&encoder, TRUE);
  while (encoder.next_scanline < height) {
    JSAMPROW row = (JSAMPROW)(pixels + (size_t)encoder.next_scanline * width * 4);
    jpeg_write_scanlines(&encoder, &row, 1);
  }
  jpeg_finish_compress(&encoder);
  jpeg_destroy_compress(&encoder);
  return count;
}
