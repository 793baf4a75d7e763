// SPDX-License-Identifier: Apache-2.0
#include "CGalleryGzip.h"

#include <stdlib.h>

#include <isa-l/igzip_lib.h>

struct cgallery_gzip {
  struct isal_zstream stream;
  uint8_t tables[];
};

cgallery_gzip *cgallery_gzip_create(void) {
  const size_t size = ISAL_DEF_LVL1_MEDIUM;
  cgallery_gzip *encoder = calloc(1, sizeof *encoder + size);
  if (encoder == NULL) return NULL;
  isal_deflate_init(&encoder->stream);
  encoder->stream.level = 1;
  encoder->stream.level_buf = encoder->tables;
  encoder->stream.level_buf_size = (uint32_t)size;
  encoder->stream.gzip_flag = IGZIP_GZIP;
  encoder->stream.flush = NO_FLUSH;
  return encoder;
}

void cgallery_gzip_destroy(cgallery_gzip *encoder) { free(encoder); }

// The cast drops const because ISA-L declares none; ISA-L does not write through the pointer.
void cgallery_gzip_feed(
    cgallery_gzip *encoder, const uint8_t *bytes, size_t count, bool is_last) {
  encoder->stream.next_in = (uint8_t *)bytes;
  encoder->stream.avail_in = (uint32_t)count;
  encoder->stream.end_of_stream = is_last;
}

size_t cgallery_gzip_read(cgallery_gzip *encoder, uint8_t *bytes, size_t count) {
  encoder->stream.next_out = bytes;
  encoder->stream.avail_out = (uint32_t)count;
  isal_deflate(&encoder->stream);
  return count - encoder->stream.avail_out;
}
