// SPDX-License-Identifier: Apache-2.0
//
// The whole picture of a file in its full size, as libjpeg shows it.
#ifndef CGALLERY_JPEG_PIXELS_H
#define CGALLERY_JPEG_PIXELS_H

#include <stddef.h>
#include <stdint.h>

/// A picture of interleaved samples.
typedef struct cgallery_oracle_pixels {
  uint32_t width, height;
  /// 1: gray. 3: red, green and blue. 4: inks, as they are stored.
  uint32_t channels;
  /// `width * channels` a row; malloc.
  uint8_t *samples;
} cgallery_oracle_pixels;

/// Decodes all scans at full size; the caller frees `samples` with `free`. Returns 0, or 1 if libjpeg
/// cannot.
int32_t cgallery_oracle_read_pixels(
    const uint8_t *bytes, size_t byte_count, cgallery_oracle_pixels *result);

#endif
