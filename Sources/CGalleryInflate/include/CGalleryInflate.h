// SPDX-License-Identifier: Apache-2.0
//
// ISA-L's inflate and CRC-32 behind calls that return a status. The interface exposes no type of
// ISA-L.
#ifndef CGALLERY_INFLATE_H
#define CGALLERY_INFLATE_H

#include <stddef.h>
#include <stdint.h>

/// The result of a call.
typedef enum cgallery_inflate_status {
  /// The input is used up, or the output is full.
  CGALLERY_INFLATE_OK = 0,
  /// The stream ended where it should, and its checksum is right.
  CGALLERY_INFLATE_END = 1,
  /// The stream is malformed, or zlib might treat it differently.
  CGALLERY_INFLATE_UNSOUND = 2,
} cgallery_inflate_status;

typedef struct cgallery_inflater cgallery_inflater;

/// Creates an inflater for one zlib stream (RFC 1950) that inflates to `byte_count` bytes. Returns
/// NULL when out of memory.
///
/// An inflater takes about 90 KB (window and tables), whatever the stream.
cgallery_inflater *cgallery_inflater_create(uint64_t byte_count);

/// Sets the next input bytes, at most 2^31. They must stay valid until they are used up.
void cgallery_inflater_feed(cgallery_inflater *inflater, const uint8_t *bytes, size_t count);

/// Inflates up to `count` bytes (at most 2^31) into `bytes`, as far as the input allows, and
/// returns their number.
///
/// CGALLERY_INFLATE_OK with fewer than `count` bytes asks for more input.
cgallery_inflate_status cgallery_inflater_read(
    cgallery_inflater *inflater, uint8_t *bytes, size_t count, size_t *byte_count);

/// Returns the number of input bytes behind the end of the stream. Valid after
/// CGALLERY_INFLATE_END.
size_t cgallery_inflater_excess(const cgallery_inflater *inflater);

/// Frees the inflater.
void cgallery_inflater_destroy(cgallery_inflater *inflater);

/// Updates `crc`, the CRC-32 of PNG chunks (ISO 3309), with `bytes`; start with 0.
uint32_t cgallery_crc32(uint32_t crc, const uint8_t *bytes, size_t count);

#endif
