// SPDX-License-Identifier: Apache-2.0
//
// What libjpeg itself makes of a file, and files of every kind that it can write: the judge of
// the reduced decoders, and shares no code with them.
#ifndef CGALLERY_JPEG_ORACLE_H
#define CGALLERY_JPEG_ORACLE_H

#include <stddef.h>
#include <stdint.h>

#include "CGalleryJPEGPixels.h"
#include "CGalleryJPEGScans.h"

/// How a file is written.
typedef struct cgallery_oracle_request {
  uint32_t width;
  uint32_t height;
  /// 1: gray. 3: YCbCr, taken as it is.
  uint32_t components;
  /// Sampling factors of each component.
  uint8_t horizontal[3];
  uint8_t vertical[3];
  uint32_t quality;
  uint32_t restart_interval;
  uint8_t optimizes;
  uint8_t is_progressive;
} cgallery_oracle_request;

/// Writes a JPEG of `width * height * components` interleaved samples; NULL when libjpeg refuses.
///
/// The result is freed with `cgallery_oracle_free`.
uint8_t *cgallery_oracle_encode(
    const cgallery_oracle_request *request, const uint8_t *samples, size_t *byte_count);

/// A component of a decoded file.
typedef struct cgallery_oracle_component {
  uint32_t blocks_across;
  uint32_t blocks_down;
  uint16_t steps[64];
  /// 64 coefficients a block in the order of rows, not yet multiplied; malloc.
  int16_t *coefficients;
  /// The samples a side of a block that libjpeg makes at 1/`denominator`.
  uint32_t side;
  /// These samples, `blocks_across * side` a row; malloc.
  uint8_t *samples;
} cgallery_oracle_component;

/// What libjpeg makes of a file.
typedef struct cgallery_oracle_picture {
  /// Whether it came to the end.
  uint8_t is_decoded;
  uint64_t warning_count;
  uint32_t component_count;
  cgallery_oracle_component components[4];
} cgallery_oracle_picture;

/// Decodes coefficients, and samples at 1/`denominator`.
void cgallery_oracle_decode(
    const uint8_t *bytes, size_t byte_count, uint32_t denominator,
    cgallery_oracle_picture *picture);

/// Frees what a picture holds.
void cgallery_oracle_clear(cgallery_oracle_picture *picture);

/// Frees what `cgallery_oracle_encode` returned.
void cgallery_oracle_free(uint8_t *bytes);

#endif
