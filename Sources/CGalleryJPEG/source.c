// SPDX-License-Identifier: Apache-2.0
#include "source.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include <jerror.h>

static void do_nothing(j_decompress_ptr codec) { (void)codec; }

// Returns the number of bytes in the buffer; 0 at the end, -1 on an error.
static ssize_t refill(cgallery_jpeg_source *source) {
  uint64_t left = source->input.byte_count - source->position;
  size_t wanted = left < sizeof source->buffer ? (size_t)left : sizeof source->buffer;
  if (source->input.bytes != NULL) {
    memcpy(source->buffer, source->input.bytes + source->position, wanted);
    return (ssize_t)wanted;
  }
  ssize_t count;
  do {
    count = pread(source->input.descriptor, source->buffer, wanted, (off_t)source->position);
  } while (count < 0 && errno == EINTR);
  if (count < 0) source->error_number = errno;
  return count;
}

// Replaces the height bytes of the frame header within the buffer.
static void patch_height(cgallery_jpeg_source *source, size_t count) {
  if (source->input.height_offset == 0) return;
  for (uint64_t i = 0; i < 2; i++) {
    uint64_t offset = source->input.height_offset + i;
    if (offset < source->position || offset - source->position >= count) continue;
    source->buffer[offset - source->position] =
        (uint8_t)(i == 0 ? source->input.height >> 8 : source->input.height & 0xFF);
  }
}

// libjpeg expects an end-of-image marker where the bytes end; its absence is a warning, not an
// error.
static void insert_end_of_image(cgallery_jpeg_source *source, j_decompress_ptr codec) {
  WARNMS(codec, JWRN_JPEG_EOF);
  source->end_of_image[0] = 0xFF;
  source->end_of_image[1] = JPEG_EOI;
  source->manager.next_input_byte = source->end_of_image;
  source->manager.bytes_in_buffer = 2;
}

static boolean fill_input_buffer(j_decompress_ptr codec) {
  cgallery_jpeg_source *source = (cgallery_jpeg_source *)codec->src;
  if (source->position >= source->input.byte_count) {
    insert_end_of_image(source, codec);
    return TRUE;
  }
  // Bytes in memory are passed to libjpeg without a copy, unless the height in them has to be
  // replaced.
  if (source->input.bytes != NULL && source->input.height_offset == 0) {
    source->manager.next_input_byte = source->input.bytes + source->position;
    source->manager.bytes_in_buffer = (size_t)(source->input.byte_count - source->position);
    source->position = source->input.byte_count;
    return TRUE;
  }
  ssize_t count = refill(source);
  if (count < 0) ERREXIT(codec, JERR_FILE_READ);
  if (count == 0) {  // The file shrank while it was read.
    source->input.byte_count = source->position;
    insert_end_of_image(source, codec);
    return TRUE;
  }
  patch_height(source, (size_t)count);
  source->manager.next_input_byte = source->buffer;
  source->manager.bytes_in_buffer = (size_t)count;
  source->position += (uint64_t)count;
  return TRUE;
}

static void skip_input_data(j_decompress_ptr codec, long byte_count) {
  cgallery_jpeg_source *source = (cgallery_jpeg_source *)codec->src;
  if (byte_count <= 0) return;
  size_t wanted = (size_t)byte_count;
  size_t here = source->manager.bytes_in_buffer;
  if (wanted <= here) {
    source->manager.next_input_byte += wanted;
    source->manager.bytes_in_buffer -= wanted;
    return;
  }
  uint64_t left = source->input.byte_count - source->position;
  source->position += wanted - here < left ? wanted - here : left;
  source->manager.bytes_in_buffer = 0;
}

void cgallery_jpeg_source_attach(cgallery_jpeg_source *source, j_decompress_ptr codec) {
  source->manager.init_source = do_nothing;
  source->manager.fill_input_buffer = fill_input_buffer;
  source->manager.skip_input_data = skip_input_data;
  source->manager.resync_to_restart = jpeg_resync_to_restart;
  source->manager.term_source = do_nothing;
  source->manager.bytes_in_buffer = 0;
  source->manager.next_input_byte = NULL;
  codec->src = &source->manager;
}
