// SPDX-License-Identifier: Apache-2.0
//
// The full-size image of a file, as libjpeg decodes it.
#ifndef CGALLERY_JPEG_PIXELS_H
#define CGALLERY_JPEG_PIXELS_H

#include <stddef.h>
#include <stdint.h>

/// An image of interleaved samples.
typedef struct cgallery_oracle_pixels {
  uint32_t width, height;
  /// 1: gray. 3: red, green and blue. 4: inks, as stored.
  uint32_t channels;
  /// `width * channels` samples per row; allocated with malloc.
  uint8_t *samples;
} cgallery_oracle_pixels;

/// Decodes all scans at full size; free `samples` with `free`. Returns 0, or 1 if libjpeg fails.
int32_t cgallery_oracle_read_pixels(
    const uint8_t *bytes, size_t byte_count, cgallery_oracle_pixels *result);

#endif
