// SPDX-License-Identifier: Apache-2.0
#ifndef CGALLERY_JPEG_SOURCE_H
#define CGALLERY_JPEG_SOURCE_H

#include <stddef.h>
#include <stdio.h>

#include <jpeglib.h>

#include "CGalleryJPEG.h"

#define CGALLERY_JPEG_BUFFER_SIZE 65536

/// A libjpeg source manager over memory or a file descriptor.
typedef struct cgallery_jpeg_source {
  struct jpeg_source_mgr manager;
  cgallery_jpeg_input input;
  /// The offset after the bytes that were last passed to libjpeg.
  uint64_t position;
  int32_t error_number;
  uint8_t end_of_image[2];
  uint8_t buffer[CGALLERY_JPEG_BUFFER_SIZE];
} cgallery_jpeg_source;

void cgallery_jpeg_source_attach(cgallery_jpeg_source *source, j_decompress_ptr codec);

#endif
