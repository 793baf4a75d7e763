// SPDX-License-Identifier: Apache-2.0
#include "source.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/// The size of the signature, which precedes the first chunk.
#define SIGNATURE_SIZE 8

// Fills the buffer from an offset; it stays empty at the end of the file.
static void refill(cgallery_png_source *source, uint64_t offset) {
  ssize_t count;
  do {
    count = pread(
        source->input.descriptor, source->buffer, sizeof source->buffer, (off_t)offset);
  } while (count < 0 && errno == EINTR);
  if (count < 0) {
    source->error_number = errno;
    cgallery_png_fail(source->failure, CGALLERY_PNG_IO, "the file cannot be read");
  }
  source->buffer_offset = offset;
  source->buffer_count = (size_t)count;
}

// Copies at most the bytes that one buffer holds; returns their number.
static size_t copy_from_buffer(
    cgallery_png_source *source, uint64_t offset, uint8_t *bytes, size_t count) {
  if (offset < source->buffer_offset || offset - source->buffer_offset >= source->buffer_count) {
    refill(source, offset);
  }
  uint64_t start = offset - source->buffer_offset;
  size_t here = source->buffer_count - (size_t)start;
  size_t copied = count < here ? count : here;
  memcpy(bytes, source->buffer + start, copied);
  return copied;
}

// Copies bytes from any offset; returns the number of bytes copied.
static size_t copy(cgallery_png_source *source, uint64_t offset, uint8_t *bytes, size_t count) {
  size_t found = 0;
  while (found < count && offset + found < source->input.byte_count) {
    uint64_t left = source->input.byte_count - offset - found;
    size_t wanted = count - found < left ? count - found : (size_t)left;
    size_t copied = wanted;
    if (source->input.bytes != NULL) {
      memcpy(bytes + found, source->input.bytes + offset + found, wanted);
    } else {
      copied = copy_from_buffer(source, offset + found, bytes + found, wanted);
    }
    if (copied == 0) break;  // The file shrank while it was read.
    found += copied;
  }
  return found;
}

// At the start of a chunk, skips to the next chunk that libpng reads. If the file ends within the
// length or the type of a chunk, nothing is skipped, and the read that follows fails.
static void skip_dropped_chunks(cgallery_png_source *source) {
  if (source->chunk_offset == 0) source->chunk_offset = SIGNATURE_SIZE;
  while (source->position == source->chunk_offset) {
    uint8_t head[CGALLERY_PNG_HEAD_SIZE];
    size_t count = copy(source, source->position, head, sizeof head);
    if (count < 8) return;
    source->chunk_offset += cgallery_png_chunk_size(head);
    if (!cgallery_png_chunk_filter_drops(&source->filter, head, count)) return;
    source->position = source->chunk_offset;
  }
}

void cgallery_png_read(png_structp codec, png_bytep bytes, size_t count) {
  cgallery_png_source *source = png_get_io_ptr(codec);
  // libpng reads the parts of a chunk one by one, so no read extends into the next chunk. A strict
  // decoding reads all chunks, so that each warning ends it.
  if (!source->input.stops_at_warning) skip_dropped_chunks(source);
  if (copy(source, source->position, bytes, count) < count) {
    cgallery_png_fail(source->failure, CGALLERY_PNG_CORRUPT, "unexpected end of the data");
  }
  source->position += count;
}
