// SPDX-License-Identifier: Apache-2.0
//
// Weighted sums of samples, in 32 bits: white is 2^14, weights are below 2^15, and the weights of a
// filter of Lanczos come to less than twice their sum when their signs are taken away.
#include "CGalleryBilevel.h"

#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#define INLINE static inline __attribute__((always_inline))

#define ROW_SHIFT 14
#define COLUMN_SHIFT 21

typedef int16_t samples8 __attribute__((vector_size(16)));
typedef uint8_t bytes4 __attribute__((vector_size(4)));
typedef uint8_t bytes8 __attribute__((vector_size(8)));
typedef uint16_t shorts8 __attribute__((vector_size(16)));
typedef int32_t sums4 __attribute__((vector_size(16)));
typedef int32_t sums8 __attribute__((vector_size(32)));
typedef uint32_t words8 __attribute__((vector_size(32)));

INLINE samples8 load(const int16_t *samples) {
  samples8 result;
  memcpy(&result, samples, sizeof result);
  return result;
}

// The sums of two neighbouring products each.
INLINE sums4 multiply_and_add(samples8 a, samples8 b) {
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

// Sixteen at a time: a weight is looked up once for all of them.
void cgallery_bilevel_mix(
    const int16_t *const *pairs, const int16_t *weights, size_t pair_count, size_t count,
    int16_t *samples) {
  for (size_t i = 0; i < count; i += 16) {
    sums4 half = (sums4){0} + (1 << (ROW_SHIFT - 1));
    sums4 sums[4] = {half, half, half, half};
    for (size_t pair = 0; pair < pair_count; pair++) {
      const int16_t *places = pairs[pair] + 2 * i;
      int32_t both;
      memcpy(&both, weights + 2 * pair, sizeof both);
      samples8 weight = (samples8)((sums4){0} + both);
#pragma clang loop unroll(full)
      for (int k = 0; k < 4; k++) sums[k] += multiply_and_add(load(places + 8 * k), weight);
    }
#pragma clang loop unroll(full)
    for (int k = 0; k < 4; k += 2) {
      sums8 all = __builtin_shufflevector(sums[k], sums[k + 1], 0, 1, 2, 3, 4, 5, 6, 7);
      samples8 result = __builtin_convertvector(all >> ROW_SHIFT, samples8);
      memcpy(samples + i + 4 * k, &result, sizeof result);
    }
  }
}

// The sums of four neighbouring results.
INLINE sums4 filter_four(
    const int16_t *samples, const int32_t *starts, const int16_t *weights, size_t stride) {
  sums4 sums[4];
#pragma clang loop unroll(full)
  for (int k = 0; k < 4; k++) {
    const int16_t *from = samples + starts[k], *by = weights + (size_t)k * stride;
    sums[k] = multiply_and_add(load(from), load(by));
    for (size_t tap = 8; tap < stride; tap += 8) {
      sums[k] += multiply_and_add(load(from + tap), load(by + tap));
    }
  }
  sums4 low = __builtin_shufflevector(sums[0], sums[1], 0, 4, 1, 5) +
              __builtin_shufflevector(sums[0], sums[1], 2, 6, 3, 7);
  sums4 high = __builtin_shufflevector(sums[2], sums[3], 0, 4, 1, 5) +
               __builtin_shufflevector(sums[2], sums[3], 2, 6, 3, 7);
  return __builtin_shufflevector(low, high, 0, 1, 4, 5) +
         __builtin_shufflevector(low, high, 2, 3, 6, 7);
}

INLINE void filter(
    const int16_t *samples, const int32_t *starts, const int16_t *weights, size_t stride,
    size_t count, uint8_t *bytes) {
  for (size_t i = 0; i < count; i += 4) {
    size_t first = i + 4 <= count || count < 4 ? i : count - 4;
    sums4 sums = filter_four(samples, starts + first, weights + first * stride, stride);
    sums = (sums + (1 << (COLUMN_SHIFT - 1))) >> COLUMN_SHIFT;
    sums &= ~(sums < 0);
    sums |= sums > 255;
    bytes4 result = __builtin_convertvector(sums, bytes4);
    memcpy(bytes + first, &result, count < 4 ? count : sizeof result);
  }
}

void cgallery_bilevel_filter(
    const int16_t *samples, const int32_t *starts, const int16_t *weights, size_t stride,
    size_t count, uint8_t *bytes) {
  // The usual lengths without a loop.
  switch (stride) {
    case 16: filter(samples, starts, weights, 16, count, bytes); break;
    case 24: filter(samples, starts, weights, 24, count, bytes); break;
    default: filter(samples, starts, weights, stride, count, bytes); break;
  }
}
