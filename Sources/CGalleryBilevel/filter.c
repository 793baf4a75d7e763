// SPDX-License-Identifier: Apache-2.0
//
// Weighted sums of samples in 32 bits. They do not overflow: white is 2^14, weights are below 2^15,
// and the absolute weights of a Lanczos filter add up to less than twice their sum.
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
typedef int16_t samples8 __attribute__((vector_size(16)));
typedef int32_t sums4 __attribute__((vector_size(16)));
typedef int32_t sums8 __attribute__((vector_size(32)));

INLINE samples8 load_8(const int16_t *samples) {
  samples8 result;
  memcpy(&result, samples, sizeof result);
  return result;
}

// Returns the products of the elements, added in neighboring pairs.
INLINE sums4 multiply_and_add_8(samples8 a, samples8 b) {
#if defined(__SSE2__)
  return (sums4)_mm_madd_epi16((__m128i)a, (__m128i)b);
#else
  sums8 products = __builtin_convertvector(a, sums8) * __builtin_convertvector(b, sums8);
  return __builtin_shufflevector(products, products, 0, 2, 4, 6) +
         __builtin_shufflevector(products, products, 1, 3, 5, 7);
#endif
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
