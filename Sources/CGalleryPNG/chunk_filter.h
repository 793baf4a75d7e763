// SPDX-License-Identifier: Apache-2.0
#ifndef CGALLERY_PNG_CHUNK_FILTER_H
#define CGALLERY_PNG_CHUNK_FILTER_H

#include <stddef.h>
#include <stdint.h>

/// The number of bytes that a decision needs: the head of a chunk, and the body of an IHDR.
#define CGALLERY_PNG_HEAD_SIZE 21

/// A filter of the chunks that libpng reads.
///
/// libpng warns about palettes and transparent colors that have no meaning where they occur, and
/// fails on some of them. Dropping them does not change the pixels, and all other decoders show
/// such files.
typedef struct cgallery_png_chunk_filter {
  uint8_t bit_depth;
  uint8_t color_type;
  uint32_t palette_count;
  uint8_t has_transparency;
  uint8_t has_pixels;
} cgallery_png_chunk_filter;

/// Records the next chunk, and returns whether libpng must not read it.
///
/// `head` holds its first bytes: CGALLERY_PNG_HEAD_SIZE, or fewer at the end of the file.
int cgallery_png_chunk_filter_drops(
    cgallery_png_chunk_filter *filter, const uint8_t *head, size_t count);

/// Returns the size of a chunk, including its length, type and CRC; `head` has at least 8 bytes.
uint64_t cgallery_png_chunk_size(const uint8_t *head);

#endif
