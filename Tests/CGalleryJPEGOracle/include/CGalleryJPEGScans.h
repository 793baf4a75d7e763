// SPDX-License-Identifier: Apache-2.0
//
// Files with any sequence of scans that libjpeg can write, and the coefficients that it reads from
// truncated or damaged copies of them.
#ifndef CGALLERY_JPEG_SCANS_H
#define CGALLERY_JPEG_SCANS_H

#include <stddef.h>
#include <stdint.h>

/// One scan of a script.
typedef struct cgallery_oracle_scan {
  int32_t component_count;
  int32_t components[4];
  /// The band of coefficients in zigzag order, and the bits still missing before and after the
  /// scan.
  int32_t first, last, missing_before, missing;
} cgallery_oracle_scan;

/// The format of a file to write.
typedef struct cgallery_oracle_scan_request {
  uint32_t width, height;
  /// 1: gray; 3: color, written as YCbCr; 4: four inks.
  uint32_t channels;
  int32_t quality;
  int32_t horizontal_sampling[4], vertical_sampling[4];
  /// In MCUs; 0 for none.
  uint32_t restart_interval;
  /// NULL writes a baseline file.
  const cgallery_oracle_scan *scans;
  int32_t scan_count;
  /// Keeps the standard Huffman tables, so that codes grow long.
  uint8_t uses_standard_tables;
} cgallery_oracle_scan_request;

/// Writes a file; free it with `free`. Returns 0, or 1 if libjpeg fails.
int32_t cgallery_oracle_encode_scans(
    const cgallery_oracle_scan_request *request, const uint8_t *pixels, uint8_t **bytes,
    size_t *byte_count);

/// The coefficients of one component, 64 per block in natural order, without the blocks that only
/// pad MCUs.
typedef struct cgallery_oracle_coefficients {
  uint32_t blocks_across, blocks_down;
  int16_t *values;
  uint64_t warning_count;
} cgallery_oracle_coefficients;

/// Reads the coefficients of all scans; free `values` with `free`. Returns 0, or 1 if libjpeg
/// fails.
int32_t cgallery_oracle_read_coefficients(
    const uint8_t *bytes, size_t byte_count, int32_t component,
    cgallery_oracle_coefficients *result);

#endif
