// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

#include "failure.h"

#define INITIAL_CAPACITY 16384

typedef struct encoding {
  png_structp codec;
  png_infop info;
  cgallery_png_failure failure;
  uint8_t *bytes;
  size_t count;
  size_t capacity;
} encoding;

static void append(png_structp codec, png_bytep bytes, size_t count) {
  encoding *job = png_get_io_ptr(codec);
  if (count > job->capacity - job->count) {
    size_t capacity = job->capacity == 0 ? INITIAL_CAPACITY : job->capacity;
    while (capacity - job->count < count) capacity *= 2;
    uint8_t *larger = realloc(job->bytes, capacity);
    if (larger == NULL) cgallery_png_fail(&job->failure, CGALLERY_PNG_MEMORY, "out of memory");
    job->bytes = larger;
    job->capacity = capacity;
  }
  memcpy(job->bytes + job->count, bytes, count);
  job->count += count;
}

static void flush(png_structp codec) { (void)codec; }

static void create_codec(encoding *job) {
  job->codec = png_create_write_struct_2(
      PNG_LIBPNG_VER_STRING, &job->failure, cgallery_png_on_error, cgallery_png_on_warning,
      NULL, cgallery_png_allocate, cgallery_png_release);
  if (job->codec != NULL) job->info = png_create_info_struct(job->codec);
  if (job->info == NULL) {
    cgallery_png_fail(&job->failure, CGALLERY_PNG_MEMORY, "no memory for the encoder");
  }
  png_set_write_fn(job->codec, job, append, flush);
  png_set_user_limits(job->codec, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
}

static void encode_rows(
    encoding *job, const uint8_t *pixels, size_t bytes_per_row, uint32_t width, uint32_t height,
    uint32_t channels, cgallery_png_filtering filtering, int32_t level) {
  create_codec(job);
  if (filtering == CGALLERY_PNG_FILTERING_NONE) {
    png_set_filter(job->codec, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
  }
  if (level >= 0) png_set_compression_level(job->codec, level);
  int color = channels == 1 ? PNG_COLOR_TYPE_GRAY : PNG_COLOR_TYPE_RGB;
  png_set_IHDR(
      job->codec, job->info, width, height, 8, color, PNG_INTERLACE_NONE,
      PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_write_info(job->codec, job->info);
  if (channels == 4) png_set_filler(job->codec, 0, PNG_FILLER_AFTER);
  for (uint32_t y = 0; y < height; y++) {
    png_write_row(job->codec, pixels + (size_t)y * bytes_per_row);
  }
  png_write_end(job->codec, NULL);
}

cgallery_png_status cgallery_png_encode(
    const uint8_t *pixels, size_t bytes_per_row, uint32_t width, uint32_t height,
    uint32_t channels, cgallery_png_filtering filtering, int32_t level, uint8_t **bytes,
    size_t *byte_count, char message[CGALLERY_PNG_MESSAGE_SIZE]) {
  encoding *job = calloc(1, sizeof *job);
  if (job == NULL) return CGALLERY_PNG_MEMORY;
  volatile cgallery_png_status status = CGALLERY_PNG_OK;
  if (setjmp(job->failure.jump) == 0) {
    encode_rows(job, pixels, bytes_per_row, width, height, channels, filtering, level);
    *bytes = job->bytes;
    *byte_count = job->count;
  } else {
    status = job->failure.status;
    memcpy(message, job->failure.message, CGALLERY_PNG_MESSAGE_SIZE);
    free(job->bytes);
  }
  png_destroy_write_struct(&job->codec, &job->info);
  free(job);
  return status;
}

void cgallery_png_free(uint8_t *bytes) { free(bytes); }
