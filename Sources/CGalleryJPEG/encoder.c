// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

#include <jerror.h>

#include "failure.h"

#define INITIAL_CAPACITY 16384

// The destination keeps its block in the job, so that a jump out of memory leaks nothing.
typedef struct encoding {
  struct jpeg_compress_struct codec;
  cgallery_jpeg_failure failure;
  struct jpeg_destination_mgr destination;
  uint8_t *bytes;
  size_t capacity;
} encoding;

// codec is the first member, so that the codec's address is the job's.
static encoding *job_of(j_compress_ptr codec) { return (encoding *)codec; }

static void init_destination(j_compress_ptr codec) {
  encoding *job = job_of(codec);
  job->bytes = malloc(INITIAL_CAPACITY);
  if (job->bytes == NULL) ERREXIT1(codec, JERR_OUT_OF_MEMORY, 0);
  job->capacity = INITIAL_CAPACITY;
  job->destination.next_output_byte = job->bytes;
  job->destination.free_in_buffer = job->capacity;
}

// libjpeg calls this when the whole block is full.
static boolean empty_output_buffer(j_compress_ptr codec) {
  encoding *job = job_of(codec);
  uint8_t *larger = realloc(job->bytes, job->capacity * 2);
  if (larger == NULL) ERREXIT1(codec, JERR_OUT_OF_MEMORY, 0);
  job->bytes = larger;
  job->destination.next_output_byte = larger + job->capacity;
  job->destination.free_in_buffer = job->capacity;
  job->capacity *= 2;
  return TRUE;
}

static void term_destination(j_compress_ptr codec) { (void)codec; }

static void set_destination(encoding *job) {
  job->destination.init_destination = init_destination;
  job->destination.empty_output_buffer = empty_output_buffer;
  job->destination.term_destination = term_destination;
  job->codec.dest = &job->destination;
}

static void encode_rows(
    encoding *job, const uint8_t *pixels, size_t bytes_per_row, uint32_t width, uint32_t height,
    uint32_t channels, int quality) {
  struct jpeg_compress_struct *codec = &job->codec;
  jpeg_create_compress(codec);
  set_destination(job);
  codec->image_width = width;
  codec->image_height = height;
  codec->input_components = (int)channels;
  codec->in_color_space = channels == 1 ? JCS_GRAYSCALE : JCS_EXT_RGBX;
  jpeg_set_defaults(codec);
  jpeg_set_quality(codec, quality, TRUE);
  jpeg_start_compress(codec, TRUE);
  while (codec->next_scanline < height) {
    JSAMPROW row = (JSAMPROW)(pixels + (size_t)codec->next_scanline * bytes_per_row);
    jpeg_write_scanlines(codec, &row, 1);
  }
  jpeg_finish_compress(codec);
}

cgallery_jpeg_status cgallery_jpeg_encode(
    const uint8_t *pixels, size_t bytes_per_row, uint32_t width, uint32_t height,
    uint32_t channels, int32_t quality, uint8_t **bytes, size_t *byte_count,
    char message[CGALLERY_JPEG_MESSAGE_SIZE]) {
  encoding *job = calloc(1, sizeof *job);
  if (job == NULL) return CGALLERY_JPEG_MEMORY;
  job->codec.err = cgallery_jpeg_failure_attach(&job->failure);
  volatile cgallery_jpeg_status status = CGALLERY_JPEG_OK;
  if (setjmp(job->failure.jump) == 0) {
    encode_rows(job, pixels, bytes_per_row, width, height, channels, quality);
    *bytes = job->bytes;
    *byte_count = job->capacity - job->destination.free_in_buffer;
  } else {
    status = job->failure.status;
    memcpy(message, job->failure.message, CGALLERY_JPEG_MESSAGE_SIZE);
    free(job->bytes);
  }
  jpeg_destroy_compress(&job->codec);
  free(job);
  return status;
}

void cgallery_jpeg_free(uint8_t *bytes) { free(bytes); }
