// SPDX-License-Identifier: Apache-2.0
//
// Weighted sums of samples, in 32 bits: white is 2^14, weights are below 2^15, and those of a filter
// of Lanczos come to less than twice their sum when their signs are taken away.
#include "CGalleryBilevel.h"

#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#define HAS_WIDE_VECTORS 1
#endif

#define INLINE static inline __attribute__((always_inline))

#define ROW_SHIFT 14
#define COLUMN_SHIFT 21

typedef uint8_t bytes4 __attribute__((vector_size(4)));
typedef uint8_t bytes8 __attribute__((vector_size(8)));
typedef int16_t samples8 __attribute__((vector_size(16)));
typedef uint16_t shorts8 __attribute__((vector_size(16)));
typedef int32_t sums4 __attribute__((vector_size(16)));
typedef int32_t sums8 __attribute__((vector_size(32)));
typedef uint32_t words8 __attribute__((vector_size(32)));

INLINE samples8 load_8(const int16_t *samples) {
  samples8 result;
  memcpy(&result, samples, sizeof result);
  return result;
}

// The sums of two neighbouring products each.
INLINE sums4 multiply_and_add_8(samples8 a, samples8 b) {
#if defined(__SSE2__)
  return (sums4)_mm_madd_epi16((__m128i)a, (__m128i)b);
#else
  sums8 products = __builtin_convertvector(a, sums8) * __builtin_convertvector(b, sums8);
  return __builtin_shufflevector(products, products, 0, 2, 4, 6) +
         __builtin_shufflevector(products, products, 1, 3, 5, 7);
#endif
}

// Eight samples into every second place, from `lane` on: the lower half of a number, which comes
// first in memory, or the upper one.
INLINE void store(shorts8 values, const uint32_t lane, int16_t *pair) {
  words8 wide = __builtin_convertvector(values, words8);
  if (lane == 1) {
    words8 upper;
    memcpy(&upper, pair, sizeof upper);
    wide = (upper & 0xFFFF) | wide << 16;
  }
  memcpy(pair, &wide, sizeof wide);
}

// White is a power of two, so blocks whose sides are powers of two need a shift.
INLINE void shift_all(
    const uint8_t *counts, size_t count, int shift, const uint32_t lane, int16_t *pair) {
  for (size_t i = 0; i < count; i += 8) {
    bytes8 values;
    memcpy(&values, counts + i, sizeof values);
    store(__builtin_convertvector(values, shorts8) << (uint16_t)shift, lane, pair + 2 * i);
  }
}

static int16_t share(uint8_t count, uint32_t pixels) {
  return (int16_t)(((uint32_t)count * CGALLERY_BILEVEL_WHITE + pixels / 2) / pixels);
}

void cgallery_bilevel_scale(
    const uint8_t *counts, size_t count, uint32_t pixels, uint32_t last_pixels, uint32_t lane,
    int16_t *pair) {
  int shift = __builtin_ctz(CGALLERY_BILEVEL_WHITE / pixels);
  if (pixels << shift != CGALLERY_BILEVEL_WHITE) {
    for (size_t i = 0; i < count; i++) pair[2 * i + lane] = share(counts[i], pixels);
  } else if (lane == 0) {
    shift_all(counts, count, shift, 0, pair);
  } else {
    shift_all(counts, count, shift, 1, pair);
  }
  pair[2 * (count - 1) + lane] = share(counts[count - 1], last_pixels);
}

#define LANES 8
#define NAME(name) name##_8
#include "filter_lanes.h"
#undef LANES
#undef NAME

#ifdef HAS_WIDE_VECTORS
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
typedef int16_t samples16 __attribute__((vector_size(32)));

INLINE samples16 load_16(const int16_t *samples) {
  samples16 result;
  memcpy(&result, samples, sizeof result);
  return result;
}

INLINE sums8 multiply_and_add_16(samples16 a, samples16 b) {
  return (sums8)_mm256_madd_epi16((__m256i)a, (__m256i)b);
}

#define LANES 16
#define NAME(name) name##_16
#include "filter_lanes.h"
#undef LANES
#undef NAME
#pragma clang attribute pop

static int has_wide_vectors(void) { return __builtin_cpu_supports("avx2"); }
#endif

void cgallery_bilevel_mix(
    const int16_t *const *pairs, const int16_t *weights, size_t pair_count, size_t count,
    int16_t *samples) {
#ifdef HAS_WIDE_VECTORS
  if (has_wide_vectors()) return mix_16(pairs, weights, pair_count, count, samples);
#endif
  mix_8(pairs, weights, pair_count, count, samples);
}

void cgallery_bilevel_mix_portably(
    const int16_t *const *pairs, const int16_t *weights, size_t pair_count, size_t count,
    int16_t *samples) {
  mix_8(pairs, weights, pair_count, count, samples);
}

void cgallery_bilevel_filter(
    const int16_t *samples, const int32_t *starts, const int16_t *weights, size_t stride,
    size_t count, uint8_t *bytes) {
#ifdef HAS_WIDE_VECTORS
  if (has_wide_vectors()) return filter_16(samples, starts, weights, stride, count, bytes);
#endif
  filter_8(samples, starts, weights, stride, count, bytes);
}

void cgallery_bilevel_filter_portably(
    const int16_t *samples, const int32_t *starts, const int16_t *weights, size_t stride,
    size_t count, uint8_t *bytes) {
  filter_8(samples, starts, weights, stride, count, bytes);
}
