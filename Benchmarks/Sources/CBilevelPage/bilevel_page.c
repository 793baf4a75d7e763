// SPDX-License-Identifier: Apache-2.0
#include "CBilevelPage.h"

#include <png.h>
#include <stdlib.h>
#include <string.h>

typedef struct file {
  uint8_t *bytes;
  size_t count, capacity;
} file;

static void append(png_structp encoder, png_bytep bytes, size_t count) {
  file *target = png_get_io_ptr(encoder);
  if (target->count + count > target->capacity) {
    target->capacity = 2 * (target->count + count);
    target->bytes = realloc(target->bytes, target->capacity);
    if (target->bytes == NULL) abort();
  }
  memcpy(target->bytes + target->count, bytes, count);
  target->count += count;
}

static void flush(png_structp encoder) { (void)encoder; }

size_t cbilevel_page(const uint8_t *bits, uint32_t width, uint32_t height, uint8_t **bytes) {
  file target = {0};
  // libpng's default error handler ends the program, as a benchmark should.
  png_structp encoder = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
  png_infop info = encoder == NULL ? NULL : png_create_info_struct(encoder);
  if (info == NULL) abort();
  png_set_write_fn(encoder, &target, append, flush);
  png_set_IHDR(
      encoder, info, width, height, 1, PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_NONE,
      PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  // As scanners do; by default libpng does not filter rows with less than a byte per pixel.
  png_set_filter(encoder, PNG_FILTER_TYPE_BASE, PNG_ALL_FILTERS);
  png_write_info(encoder, info);
  for (uint32_t y = 0; y < height; y++) {
    png_write_row(encoder, bits + (size_t)y * ((width + 7) / 8));
  }
  png_write_end(encoder, info);
  png_destroy_write_struct(&encoder, &info);
  *bytes = target.bytes;
  return target.count;
}
