// SPDX-License-Identifier: Apache-2.0
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "failure.h"
#include "source.h"

struct cgallery_jpeg_decoder {
  struct jpeg_decompress_struct codec;
  cgallery_jpeg_failure failure;
  cgallery_jpeg_source source;
  uint8_t is_created;
  /// Whether all scans are collected before the output starts (libjpeg's buffered-image mode).
  uint8_t is_buffered;
  /// Whether the required scans are in memory; the remaining bytes are not read.
  uint8_t has_stopped;
  /// The error that ended the scans early; the image shows what came before it.
  cgallery_jpeg_status late_status;
};

cgallery_jpeg_decoder *cgallery_jpeg_decoder_create(const cgallery_jpeg_input *input) {
  cgallery_jpeg_decoder *decoder = calloc(1, sizeof *decoder);
  if (decoder == NULL) return NULL;
  decoder->source.input = *input;
  decoder->codec.err = cgallery_jpeg_failure_attach(&decoder->failure);
  decoder->failure.stops_at_warning = input->stops_at_warning;
  return decoder;
}

void cgallery_jpeg_decoder_destroy(cgallery_jpeg_decoder *decoder) {
  if (decoder == NULL) return;
  // Frees memory only; libjpeg reports no errors here.
  if (decoder->is_created) jpeg_destroy_decompress(&decoder->codec);
  free(decoder);
}

static void set_memory_limit(cgallery_jpeg_decoder *decoder) {
  uint64_t limit = decoder->source.input.memory_limit;
  decoder->codec.mem->max_memory_to_use = limit > LONG_MAX ? LONG_MAX : (long)limit;
}

// Gray stays gray, color becomes RGBX, and four inks become CMYK, which libjpeg cannot convert to
// RGB. Two components have no meaning in libjpeg; they are passed through.
static void set_color(cgallery_jpeg_decoder *decoder) {
  struct jpeg_decompress_struct *codec = &decoder->codec;
  switch (codec->jpeg_color_space) {
    case JCS_GRAYSCALE:
      codec->out_color_space = JCS_GRAYSCALE;
      break;
    case JCS_CMYK:
    case JCS_YCCK:
      codec->out_color_space = JCS_CMYK;
      break;
    case JCS_UNKNOWN:
      codec->out_color_space = JCS_UNKNOWN;
      break;
    default:
      codec->out_color_space = JCS_EXT_RGBX;
  }
}

// Returns whether the scans so far suffice for `precision`. For each coefficient, libjpeg counts
// the missing bits; -1 stands for all of them. The scans of the last bits are half of the file. The
// last bit of an AC coefficient may be missing: its sign is known, and errors of both signs cancel
// out. The last bit of a DC coefficient may not be missing: without it a mean is never too bright,
// so the whole page becomes darker.
static int is_reached(
    const struct jpeg_decompress_struct *codec, cgallery_jpeg_precision precision) {
  if (codec->coef_bits == NULL || precision == CGALLERY_JPEG_ALL_SCANS) return 0;
  int count = precision == CGALLERY_JPEG_MEANS ? 1 : DCTSIZE2;
  for (int component = 0; component < codec->num_components; component++) {
    for (int i = 0; i < count; i++) {
      int bits = codec->coef_bits[component][i];
      int allowed = i == 0 ? 0 : 1;
      if (bits < 0 || bits > allowed) return 0;
    }
  }
  return 1;
}

// Reads scans until the required ones are complete. Errors of libjpeg leave by longjmp.
static cgallery_jpeg_status collect_scans(
    cgallery_jpeg_decoder *decoder, cgallery_jpeg_precision precision) {
  struct jpeg_decompress_struct *codec = &decoder->codec;
  for (;;) {
    int event = jpeg_consume_input(codec);
    if (event == JPEG_REACHED_EOI) return CGALLERY_JPEG_OK;
    if ((uint32_t)codec->input_scan_number > decoder->source.input.scan_limit) {
      return CGALLERY_JPEG_SCANS;
    }
    if (event == JPEG_SCAN_COMPLETED && is_reached(codec, precision)) {
      decoder->has_stopped = 1;
      return CGALLERY_JPEG_OK;
    }
  }
}

static void read_header(cgallery_jpeg_decoder *decoder, uint32_t denominator) {
  struct jpeg_decompress_struct *codec = &decoder->codec;
  jpeg_create_decompress(codec);
  decoder->is_created = 1;
  set_memory_limit(decoder);
  cgallery_jpeg_source_attach(&decoder->source, codec);
  jpeg_read_header(codec, TRUE);
  codec->scale_num = 1;
  codec->scale_denom = denominator;
  set_color(decoder);
  decoder->is_buffered = jpeg_has_multiple_scans(codec) ? 1 : 0;
  codec->buffered_image = decoder->is_buffered;
}

static cgallery_jpeg_status collect_and_output(
    cgallery_jpeg_decoder *decoder, cgallery_jpeg_precision precision) {
  struct jpeg_decompress_struct *codec = &decoder->codec;
  volatile int last_scan = 0;
  if (setjmp(decoder->failure.jump) == 0) {
    cgallery_jpeg_status status = collect_scans(decoder, precision);
    if (status != CGALLERY_JPEG_OK) return status;
    last_scan = codec->input_scan_number;
  } else {
    // The scans before the broken one are worth showing.
    decoder->late_status = decoder->failure.status;
    last_scan = codec->input_scan_number - 1;
    if (last_scan < 1 || decoder->late_status != CGALLERY_JPEG_CORRUPT) {
      return decoder->late_status;
    }
  }
  if (setjmp(decoder->failure.jump) != 0) return decoder->failure.status;
  // Block smoothing estimates missing AC coefficients. Skip it where they are omitted on purpose:
  // it costs more time than it improves the image.
  if (decoder->has_stopped) codec->do_block_smoothing = FALSE;
  jpeg_start_output(codec, last_scan);
  return CGALLERY_JPEG_OK;
}

static void describe(const cgallery_jpeg_decoder *decoder, cgallery_jpeg_output *output) {
  const struct jpeg_decompress_struct *codec = &decoder->codec;
  output->width = codec->output_width;
  output->height = codec->output_height;
  output->channels = (uint32_t)codec->output_components;
  output->is_cmyk = codec->out_color_space == JCS_CMYK;
  output->is_inverted = codec->saw_Adobe_marker ? 1 : 0;
}

cgallery_jpeg_status cgallery_jpeg_decoder_start(
    cgallery_jpeg_decoder *decoder, uint32_t denominator, cgallery_jpeg_precision precision,
    cgallery_jpeg_output *output) {
  if (setjmp(decoder->failure.jump) != 0) return decoder->failure.status;
  read_header(decoder, denominator);
  jpeg_start_decompress(&decoder->codec);
  if (decoder->is_buffered) {
    cgallery_jpeg_status status = collect_and_output(decoder, precision);
    if (status != CGALLERY_JPEG_OK) return status;
  }
  describe(decoder, output);
  return CGALLERY_JPEG_OK;
}

cgallery_jpeg_status cgallery_jpeg_decoder_read_row(cgallery_jpeg_decoder *decoder, uint8_t *row) {
  if (setjmp(decoder->failure.jump) != 0) return decoder->failure.status;
  JSAMPROW rows[1] = {row};
  // The source never suspends: the call either delivers a row or leaves by longjmp.
  jpeg_read_scanlines(&decoder->codec, rows, 1);
  return CGALLERY_JPEG_OK;
}

cgallery_jpeg_status cgallery_jpeg_decoder_finish(cgallery_jpeg_decoder *decoder) {
  if (setjmp(decoder->failure.jump) != 0) return decoder->failure.status;
  if (decoder->late_status != CGALLERY_JPEG_OK) return CGALLERY_JPEG_OK;
  if (decoder->has_stopped) return CGALLERY_JPEG_OK;
  if (decoder->is_buffered) jpeg_finish_output(&decoder->codec);
  jpeg_finish_decompress(&decoder->codec);
  return CGALLERY_JPEG_OK;
}

int32_t cgallery_jpeg_decoder_lost_scans(const cgallery_jpeg_decoder *decoder) {
  return decoder->late_status != CGALLERY_JPEG_OK;
}

uint64_t cgallery_jpeg_decoder_warning_count(const cgallery_jpeg_decoder *decoder) {
  return decoder->failure.warning_count;
}

const char *cgallery_jpeg_decoder_message(const cgallery_jpeg_decoder *decoder) {
  return decoder->failure.message;
}

int32_t cgallery_jpeg_decoder_error_number(const cgallery_jpeg_decoder *decoder) {
  return decoder->source.error_number;
}
