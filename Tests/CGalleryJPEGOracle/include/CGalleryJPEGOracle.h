// SPDX-License-Identifier: Apache-2.0
//
// libjpeg's own result for a file, and files of every kind that it can write. It is the reference
// for the reduced decoders and shares no code with them.
#ifndef CGALLERY_JPEG_ORACLE_H
#define CGALLERY_JPEG_ORACLE_H

#include <stddef.h>
#include <stdint.h>

#include "CGalleryJPEGPixels.h"
#include "CGalleryJPEGScans.h"

/// The format of a file to write.
typedef struct cgallery_oracle_request {
  uint32_t width;
  uint32_t height;
  /// 1: gray. 3: YCbCr, stored without conversion.
  uint32_t components;
  /// The sampling factors of each component.
  uint8_t horizontal[3];
  uint8_t vertical[3];
  uint32_t quality;
  uint32_t restart_interval;
  uint8_t optimizes;
  uint8_t is_progressive;
} cgallery_oracle_request;

/// Encodes `width * height * components` interleaved samples as JPEG. Returns NULL if libjpeg
/// fails.
///
/// Free the result with `cgallery_oracle_free`.
uint8_t *cgallery_oracle_encode(
    const cgallery_oracle_request *request, const uint8_t *samples, size_t *byte_count);

/// A component of a decoded file.
typedef struct cgallery_oracle_component {
  uint32_t blocks_across;
  uint32_t blocks_down;
  uint16_t steps[64];
  /// 64 coefficients per block in row order, not dequantized; allocated with malloc.
  int16_t *coefficients;
  /// The number of samples per side of a block that libjpeg produces at 1/`denominator`.
  uint32_t side;
  /// These samples, `blocks_across * side` per row; allocated with malloc.
  uint8_t *samples;
} cgallery_oracle_component;

/// libjpeg's result for a file.
typedef struct cgallery_oracle_picture {
  /// Whether decoding reached the end.
  uint8_t is_decoded;
  uint64_t warning_count;
  uint32_t component_count;
  cgallery_oracle_component components[4];
} cgallery_oracle_picture;

/// Decodes the coefficients, and the samples at 1/`denominator`.
void cgallery_oracle_decode(
    const uint8_t *bytes, size_t byte_count, uint32_t denominator,
    cgallery_oracle_picture *picture);

/// Frees the contents of a picture.
void cgallery_oracle_clear(cgallery_oracle_picture *picture);

/// Frees the result of `cgallery_oracle_encode`.
void cgallery_oracle_free(uint8_t *bytes);

#endif
