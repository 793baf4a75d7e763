// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>

#include "failure.h"
#include "source.h"

struct cgallery_png_decoder {
  png_structp codec;
  png_infop info;
  cgallery_png_failure failure;
  cgallery_png_source source;
  png_uint_32 height;
};

cgallery_png_decoder *cgallery_png_decoder_create(const cgallery_png_input *input) {
  cgallery_png_decoder *decoder = calloc(1, sizeof *decoder);
  if (decoder == NULL) return NULL;
  decoder->source.input = *input;
  decoder->source.failure = &decoder->failure;
  decoder->failure.stops_at_warning = input->stops_at_warning;
  return decoder;
}

void cgallery_png_decoder_destroy(cgallery_png_decoder *decoder) {
  if (decoder == NULL) return;
  if (decoder->codec != NULL) png_destroy_read_struct(&decoder->codec, &decoder->info, NULL);
  free(decoder);
}

// Only the chunks IHDR, PLTE, tRNS, IDAT and IEND affect the pixels. The decoder skips all others:
// storing them would let a small file request a gigabyte.
static void set_limits(cgallery_png_decoder *decoder) {
  png_structp codec = decoder->codec;
  uint64_t limit = decoder->source.input.ancillary_limit;
  png_set_user_limits(codec, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_chunk_malloc_max(codec, limit > SIZE_MAX ? SIZE_MAX : (size_t)limit);
  png_set_keep_unknown_chunks(codec, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
  // libpng's benign errors end a strict decoding only. They include chunks that are too long: the
  // header parser rejects those before the pixels, and the decoder skips the others in small
  // pieces.
  png_set_benign_errors(codec, !decoder->source.input.stops_at_warning);
}

// libpng discards the block of compressed bytes in which the data end. 1/256 of the file is a small
// loss at any size, and large files still get large blocks.
static void set_block_size(cgallery_png_decoder *decoder) {
  uint64_t size = decoder->source.input.byte_count / 256;
  png_set_compression_buffer_size(decoder->codec, size < 32 ? 32 : size > 8192 ? 8192 : size);
}

static void read_header(cgallery_png_decoder *decoder) {
  decoder->codec = png_create_read_struct_2(
      PNG_LIBPNG_VER_STRING, &decoder->failure, cgallery_png_on_error, cgallery_png_on_warning,
      NULL, cgallery_png_allocate, cgallery_png_release);
  if (decoder->codec != NULL) decoder->info = png_create_info_struct(decoder->codec);
  if (decoder->info == NULL) {
    cgallery_png_fail(&decoder->failure, CGALLERY_PNG_MEMORY, "no memory for the decoder");
  }
  set_limits(decoder);
  set_block_size(decoder);
  png_set_read_fn(decoder->codec, &decoder->source, cgallery_png_read);
  png_read_info(decoder->codec, decoder->info);
}

// Every file becomes 8-bit gray or RGBX. Compositing comes before the reduction to 8 bits, so it
// has full precision.
static void set_transformations(cgallery_png_decoder *decoder, cgallery_png_output *output) {
  png_structp codec = decoder->codec;
  png_byte color = png_get_color_type(codec, decoder->info);
  int has_transparency = (color & PNG_COLOR_MASK_ALPHA) != 0 ||
      png_get_valid(codec, decoder->info, PNG_INFO_tRNS) != 0;
  png_set_expand(codec);
  if (has_transparency) {
    // In the sample depth after png_set_expand: 8, or 16 for 16-bit files.
    png_uint_16 white = png_get_bit_depth(codec, decoder->info) == 16 ? 0xFFFF : 0xFF;
    png_color_16 paper = {0, white, white, white, white};
    png_set_background(codec, &paper, PNG_BACKGROUND_GAMMA_SCREEN, 0, 1.0);
  }
  png_set_scale_16(codec);
  output->channels = 1;
  if ((color & PNG_COLOR_MASK_COLOR) != 0) {
    output->channels = 4;
    png_set_filler(codec, 0xFF, PNG_FILLER_AFTER);
  }
}

cgallery_png_status cgallery_png_decoder_start(
    cgallery_png_decoder *decoder, cgallery_png_output *output) {
  if (setjmp(decoder->failure.jump) != 0) return decoder->failure.status;
  read_header(decoder);
  output->width = png_get_image_width(decoder->codec, decoder->info);
  output->height = png_get_image_height(decoder->codec, decoder->info);
  output->is_interlaced =
      png_get_interlace_type(decoder->codec, decoder->info) != PNG_INTERLACE_NONE;
  decoder->height = output->height;
  set_transformations(decoder, output);
  if (output->is_interlaced) png_set_interlace_handling(decoder->codec);
  png_read_update_info(decoder->codec, decoder->info);
  size_t row_size = png_get_rowbytes(decoder->codec, decoder->info);
  if (row_size != (size_t)output->width * output->channels) {
    cgallery_png_fail(&decoder->failure, CGALLERY_PNG_CORRUPT, "unexpected row size");
  }
  return CGALLERY_PNG_OK;
}

cgallery_png_status cgallery_png_decoder_read_row(cgallery_png_decoder *decoder, uint8_t *row) {
  if (setjmp(decoder->failure.jump) != 0) return decoder->failure.status;
  png_read_row(decoder->codec, row, NULL);
  return CGALLERY_PNG_OK;
}

// With display rows, each pass fills the blocks that its pixels represent: a file that ends early
// shows a coarse page instead of holes.
cgallery_png_status cgallery_png_decoder_read_image(
    cgallery_png_decoder *decoder, uint8_t *pixels, size_t bytes_per_row, uint32_t *rows_known) {
  if (setjmp(decoder->failure.jump) != 0) return decoder->failure.status;
  for (int pass = 0; pass < 7; pass++) {
    for (png_uint_32 y = 0; y < decoder->height; y++) {
      png_read_row(decoder->codec, NULL, pixels + (size_t)y * bytes_per_row);
      if (y + 1 > *rows_known) *rows_known = y + 1;
    }
  }
  return CGALLERY_PNG_OK;
}

cgallery_png_status cgallery_png_decoder_finish(cgallery_png_decoder *decoder) {
  if (setjmp(decoder->failure.jump) != 0) return decoder->failure.status;
  png_read_end(decoder->codec, NULL);
  return CGALLERY_PNG_OK;
}

uint64_t cgallery_png_decoder_warning_count(const cgallery_png_decoder *decoder) {
  return decoder->failure.warning_count;
}

const char *cgallery_png_decoder_message(const cgallery_png_decoder *decoder) {
  return decoder->failure.message;
}

int32_t cgallery_png_decoder_error_number(const cgallery_png_decoder *decoder) {
  return decoder->source.error_number;
}
