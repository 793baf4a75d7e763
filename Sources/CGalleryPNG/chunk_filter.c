// SPDX-License-Identifier: Apache-2.0
#include "chunk_filter.h"

#include <string.h>

#include <png.h>

static uint32_t body_size(const uint8_t *head) {
  return (uint32_t)head[0] << 24 | (uint32_t)head[1] << 16 | (uint32_t)head[2] << 8 | head[3];
}

uint64_t cgallery_png_chunk_size(const uint8_t *head) { return (uint64_t)body_size(head) + 12; }

static int is_named(const uint8_t *head, const char *name) {
  return memcmp(head + 4, name, 4) == 0;
}

// In an image of another color type a palette is at most a suggestion for limited displays (PNG
// specification, 11.2.2).
static int drops_palette(cgallery_png_chunk_filter *filter, uint32_t size) {
  if (filter->color_type != PNG_COLOR_TYPE_PALETTE) return 1;
  uint32_t largest = UINT32_C(1) << (filter->bit_depth & 15);
  filter->palette_count = size / 3 < largest ? size / 3 : largest;
  return 0;
}

// The first valid tRNS chunk counts (PNG specification, 11.3.1.1).
static int drops_transparency(cgallery_png_chunk_filter *filter, uint32_t size) {
  int fits = 0;
  switch (filter->color_type) {
    case PNG_COLOR_TYPE_GRAY:
      fits = size == 2;
      break;
    case PNG_COLOR_TYPE_RGB:
      fits = size == 6;
      break;
    case PNG_COLOR_TYPE_PALETTE:
      fits = size > 0 && size <= filter->palette_count;
      break;
    default:
      break;
  }
  if (!fits || filter->has_transparency || filter->has_pixels) return 1;
  filter->has_transparency = 1;
  return 0;
}

int cgallery_png_chunk_filter_drops(
    cgallery_png_chunk_filter *filter, const uint8_t *head, size_t count) {
  if (count < 8) return 0;
  uint32_t size = body_size(head);
  if (is_named(head, "IHDR") && count >= 18) {
    filter->bit_depth = head[16];
    filter->color_type = head[17];
  } else if (is_named(head, "IDAT")) {
    filter->has_pixels = 1;
  } else if (is_named(head, "PLTE")) {
    return drops_palette(filter, size);
  } else if (is_named(head, "tRNS")) {
    return drops_transparency(filter, size);
  }
  return 0;
}
