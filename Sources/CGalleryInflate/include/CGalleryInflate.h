// SPDX-License-Identifier: Apache-2.0
//
// ISA-L's inflate and CRC-32 behind calls that return a status. No type of ISA-L is visible here.
#ifndef CGALLERY_INFLATE_H
#define CGALLERY_INFLATE_H

#include <stddef.h>
#include <stdint.h>

/// What a call came to.
typedef enum cgallery_inflate_status {
  /// The input is used up, or the output is full.
  CGALLERY_INFLATE_OK = 0,
  /// The stream has ended where it should, and its check sum is right.
  CGALLERY_INFLATE_END = 1,
  /// The stream breaks a rule, or is one that zlib might judge differently.
  CGALLERY_INFLATE_UNSOUND = 2,
} cgallery_inflate_status;

typedef struct cgallery_inflater cgallery_inflater;

/// Makes an inflater for one zlib stream (RFC 1950) of `byte_count` bytes, inflated, or returns NULL
/// when there is no memory.
///
/// It takes about 90 KB, window and tables, whatever the stream.
cgallery_inflater *cgallery_inflater_create(uint64_t byte_count);

/// Gives the inflater its next bytes, at most 2^31, which must stay until it has used them up.
void cgallery_inflater_feed(cgallery_inflater *inflater, const uint8_t *bytes, size_t count);

/// Fills `bytes`, `count` of at most 2^31 as far as the input allows, and says how many came.
///
/// After CGALLERY_INFLATE_OK with fewer than `count` bytes it is to be fed.
cgallery_inflate_status cgallery_inflater_read(
    cgallery_inflater *inflater, uint8_t *bytes, size_t count, size_t *byte_count);

/// The bytes that it was fed and that do not belong to the stream, once that has ended.
size_t cgallery_inflater_excess(const cgallery_inflater *inflater);

/// Frees the inflater.
void cgallery_inflater_destroy(cgallery_inflater *inflater);

/// The CRC-32 of PNG chunks (ISO 3309), of `bytes` behind what gave `crc`; 0 at the start.
uint32_t cgallery_crc32(uint32_t crc, const uint8_t *bytes, size_t count);

#endif
