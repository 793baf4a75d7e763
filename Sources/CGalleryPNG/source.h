// SPDX-License-Identifier: Apache-2.0
#ifndef CGALLERY_PNG_SOURCE_H
#define CGALLERY_PNG_SOURCE_H

#include <png.h>

#include "CGalleryPNG.h"
#include "failure.h"
#include "chunk_filter.h"

/// The number of bytes that one pread(2) requests.
#define CGALLERY_PNG_BUFFER_SIZE 65536

/// The input of libpng: memory or a file descriptor.
typedef struct cgallery_png_source {
  cgallery_png_input input;
  cgallery_png_failure *failure;
  /// The filter that decides which chunks libpng reads.
  cgallery_png_chunk_filter filter;
  /// The offset of the next byte for libpng.
  uint64_t position;
  /// The offset of the next chunk; zero before the first read.
  uint64_t chunk_offset;
  /// The offset in the file of the first byte in the buffer.
  uint64_t buffer_offset;
  /// The number of bytes in the buffer.
  size_t buffer_count;
  /// The errno of a failed read.
  int32_t error_number;
  uint8_t buffer[CGALLERY_PNG_BUFFER_SIZE];
} cgallery_png_source;

/// libpng's read callback; its I/O pointer is a `cgallery_png_source`.
void cgallery_png_read(png_structp codec, png_bytep bytes, size_t count);

#endif
