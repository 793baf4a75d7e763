// SPDX-License-Identifier: Apache-2.0
#include "source.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

static void refill(cgallery_png_source *source) {
  ssize_t count;
  do {
    count = pread(
        source->input.descriptor, source->buffer, sizeof source->buffer,
        (off_t)source->position);
  } while (count < 0 && errno == EINTR);
  if (count < 0) {
    source->error_number = errno;
    cgallery_png_fail(source->failure, CGALLERY_PNG_IO, "the file cannot be read");
  }
  source->buffer_offset = source->position;
  source->buffer_count = (size_t)count;
}

static size_t copy_from_buffer(cgallery_png_source *source, uint8_t *bytes, size_t count) {
  uint64_t start = source->position - source->buffer_offset;
  if (start >= source->buffer_count) {
    refill(source);
    start = 0;
  }
  size_t here = source->buffer_count - (size_t)start;
  size_t copied = count < here ? count : here;
  memcpy(bytes, source->buffer + start, copied);
  return copied;
}

void cgallery_png_read(png_structp codec, png_bytep bytes, size_t count) {
  cgallery_png_source *source = png_get_io_ptr(codec);
  while (count > 0) {
    uint64_t left = source->input.byte_count - source->position;
    size_t copied = count < left ? count : (size_t)left;
    if (source->input.bytes != NULL) {
      memcpy(bytes, source->input.bytes + source->position, copied);
    } else if (copied > 0) {
      copied = copy_from_buffer(source, bytes, copied);
    }
    if (copied == 0) {
      cgallery_png_fail(source->failure, CGALLERY_PNG_CORRUPT, "the data end too early");
    }
    bytes += copied;
    count -= copied;
    source->position += copied;
  }
}
