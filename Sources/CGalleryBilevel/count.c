// SPDX-License-Identifier: Apache-2.0
//
// Population counts of blocks of bits, many blocks at a time, and their conversion to shares of
// white.
#include "CGalleryBilevel.h"

#include <string.h>

#if defined(__x86_64__)
#define HAS_WIDE_VECTORS 1
#endif

#define INLINE static inline __attribute__((always_inline))

#define LANES 16
#define NAME(name) name##_16
#include "count_lanes.h"
#undef LANES
#undef NAME

#ifdef HAS_WIDE_VECTORS
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#define LANES 32
#define NAME(name) name##_32
#include "count_lanes.h"
#undef LANES
#undef NAME
#pragma clang attribute pop

static int has_wide_vectors(void) { return __builtin_cpu_supports("avx2"); }
#else
static int has_wide_vectors(void) { return 0; }
#define count_32 count_16
#define shift_32 shift_16
#endif

// Returns the number of ones from bit `first` (the start of a block) up to `end`; all lie in one
// byte.
static uint8_t ones_between(const uint8_t *row, size_t first, size_t end) {
  unsigned mask = (0xFFu >> first % 8) & (0xFF00u >> (end - first / 8 * 8));
  return (uint8_t)__builtin_popcount(row[first / 8] & mask);
}

static void count(
    const uint8_t *row, size_t width, uint32_t columns, int32_t is_first, uint8_t *counts,
    int is_wide) {
  size_t byte_count = (width + 7) / 8, last = (width - 1) / columns;
  uint8_t sum = ones_between(row, last * columns, width) + (is_first ? 0 : counts[last]);
  if (is_wide) {
    count_32(row, byte_count, columns, is_first, counts);
  } else {
    count_16(row, byte_count, columns, is_first, counts);
  }
  counts[last] = sum;
}

void cgallery_bilevel_count(
    const uint8_t *row, size_t width, uint32_t columns, int32_t is_first, uint8_t *counts) {
  count(row, width, columns, is_first, counts, has_wide_vectors());
}

void cgallery_bilevel_count_portably(
    const uint8_t *row, size_t width, uint32_t columns, int32_t is_first, uint8_t *counts) {
  count(row, width, columns, is_first, counts, 0);
}

static int16_t share(uint8_t count, uint32_t pixels) {
  return (int16_t)(((uint32_t)count * CGALLERY_BILEVEL_WHITE + pixels / 2) / pixels);
}

static void scale(
    const uint8_t *counts, size_t count, uint32_t pixels, uint32_t last_pixels, uint32_t lane,
    int16_t *pair, int is_wide) {
  int bits = __builtin_ctz(CGALLERY_BILEVEL_WHITE / pixels);
  if (pixels << bits != CGALLERY_BILEVEL_WHITE) {
    for (size_t i = 0; i < count; i++) pair[2 * i + lane] = share(counts[i], pixels);
  } else if (is_wide) {
    shift_32(counts, count, bits, lane, pair);
  } else {
    shift_16(counts, count, bits, lane, pair);
  }
  pair[2 * (count - 1) + lane] = share(counts[count - 1], last_pixels);
}

void cgallery_bilevel_scale(
    const uint8_t *counts, size_t count, uint32_t pixels, uint32_t last_pixels, uint32_t lane,
    int16_t *pair) {
  scale(counts, count, pixels, last_pixels, lane, pair, has_wide_vectors());
}

void cgallery_bilevel_scale_portably(
    const uint8_t *counts, size_t count, uint32_t pixels, uint32_t last_pixels, uint32_t lane,
    int16_t *pair) {
  scale(counts, count, pixels, last_pixels, lane, pair, 0);
}
