// SPDX-License-Identifier: Apache-2.0
//
// ISA-L's deflate as a gzip stream (RFC 1952). The interface exposes no type of ISA-L.
#ifndef CGALLERY_GZIP_H
#define CGALLERY_GZIP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cgallery_gzip cgallery_gzip;

/// Creates the encoder of one stream. Returns NULL when out of memory.
///
/// An encoder takes about 230 KB, whatever the stream.
cgallery_gzip *cgallery_gzip_create(void);

/// Sets the next input bytes, at most 2^31. They must stay valid until they are used up. Nothing follows
/// the last ones.
void cgallery_gzip_feed(
    cgallery_gzip *encoder, const uint8_t *bytes, size_t count, bool is_last);

/// Writes up to `count` bytes (at most 2^31) of the stream into `bytes`, as far as the input allows, and
/// returns their number. Fewer than `count` bytes ask for more input, or are the end of the stream.
size_t cgallery_gzip_read(cgallery_gzip *encoder, uint8_t *bytes, size_t count);

/// Frees the encoder.
void cgallery_gzip_destroy(cgallery_gzip *encoder);

#endif
