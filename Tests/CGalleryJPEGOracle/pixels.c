// SPDX-License-Identifier: Apache-2.0
#include "CGalleryJPEGPixels.h"

#include <stdlib.h>
#include <string.h>

#include "failure.h"

static J_COLOR_SPACE shown_space(J_COLOR_SPACE stored) {
  switch (stored) {
    case JCS_GRAYSCALE:
      return JCS_GRAYSCALE;
    case JCS_CMYK:
    case JCS_YCCK:
      return JCS_CMYK;
    default:
      return JCS_RGB;
  }
}

static void copy_rows(struct jpeg_decompress_struct *codec, cgallery_oracle_pixels *result) {
  codec->out_color_space = shown_space(codec->jpeg_color_space);
  jpeg_start_decompress(codec);
  result->width = codec->output_width;
  result->height = codec->output_height;
  result->channels = (uint32_t)codec->output_components;
  size_t stride = (size_t)result->width * result->channels;
  result->samples = malloc(stride * result->height);
  if (result->samples == NULL) abort();
  while (codec->output_scanline < codec->output_height) {
    JSAMPROW row = result->samples + codec->output_scanline * stride;
    jpeg_read_scanlines(codec, &row, 1);
  }
  jpeg_finish_decompress(codec);
}

int32_t cgallery_oracle_read_pixels(
    const uint8_t *bytes, size_t byte_count, cgallery_oracle_pixels *result) {
  struct jpeg_decompress_struct codec;
  failure failure;
  memset(result, 0, sizeof *result);
  codec.err = attach(&failure);
  if (setjmp(failure.jump) != 0) {
    jpeg_destroy_decompress(&codec);
    free(result->samples);
    result->samples = NULL;
    return 1;
  }
  jpeg_create_decompress(&codec);
  jpeg_mem_src(&codec, bytes, byte_count);
  jpeg_read_header(&codec, TRUE);
  copy_rows(&codec, result);
  jpeg_destroy_decompress(&codec);
  return 0;
}
