// SPDX-License-Identifier: Apache-2.0
#ifndef CGALLERY_PNG_SIEVE_H
#define CGALLERY_PNG_SIEVE_H

#include <stddef.h>
#include <stdint.h>

/// The bytes that a judgement takes: the head of a chunk, and the body of an IHDR.
#define CGALLERY_PNG_HEAD_SIZE 21

/// Decides which chunks of a file libpng gets to see.
///
/// It complains of palettes and transparent colours that mean nothing where they stand, and gives up at
/// some of them. The pixels are the same without, and every other decoder shows them.
typedef struct cgallery_png_sieve {
  uint8_t bit_depth;
  uint8_t color_type;
  uint32_t palette_count;
  uint8_t has_transparency;
  uint8_t has_pixels;
} cgallery_png_sieve;

/// Takes note of the next chunk, and returns whether it is to be left out.
///
/// `head` are its first bytes, up to CGALLERY_PNG_HEAD_SIZE, or fewer at the end of the file.
int cgallery_png_sieve_drops(cgallery_png_sieve *sieve, const uint8_t *head, size_t count);

/// The bytes of a chunk, with its length, name and check sum; `head` has at least 8 bytes.
uint64_t cgallery_png_chunk_size(const uint8_t *head);

#endif
