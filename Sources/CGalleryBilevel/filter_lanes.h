// SPDX-License-Identifier: Apache-2.0
//
// The filters of filter.c, which includes this file once per vector width: LANES is 8 or 16
// samples, NAME adds the suffix of that width.

#define lanes NAME(lanes)
#define sums NAME(sums)
#define load NAME(load)
#define multiply_and_add NAME(multiply_and_add)

typedef int16_t lanes __attribute__((vector_size(2 * LANES)));
typedef int32_t sums __attribute__((vector_size(2 * LANES)));

// Computes four vectors of sums at a time: each weight is loaded once for all four.
static void NAME(mix)(
    const int16_t *const *pairs, const int16_t *weights, size_t pair_count, size_t count,
    int16_t *samples) {
  for (size_t i = 0; i < count; i += 2 * LANES) {
    sums half = (sums){0} + (1 << (ROW_SHIFT - 1));
    sums all[4] = {half, half, half, half};
    for (size_t pair = 0; pair < pair_count; pair++) {
      const int16_t *places = pairs[pair] + 2 * i;
      int32_t both;
      memcpy(&both, weights + 2 * pair, sizeof both);
      lanes weight = (lanes)((sums){0} + both);
#pragma clang loop unroll(full)
      for (int k = 0; k < 4; k++) all[k] += multiply_and_add(load(places + LANES * k), weight);
    }
#pragma clang loop unroll(full)
    for (int k = 0; k < 4; k++) {
      typedef int16_t half_lanes __attribute__((vector_size(LANES)));
      half_lanes result = __builtin_convertvector(all[k] >> ROW_SHIFT, half_lanes);
      memcpy(samples + i + LANES / 2 * (size_t)k, &result, sizeof result);
    }
  }
}

// Returns four partial sums; together they are one result.
INLINE sums4 NAME(weigh)(const int16_t *samples, const int16_t *weights, size_t stride) {
  sums4 result = {0};
  size_t tap = 0;
#if LANES == 16
  sums wide = {0};
  for (; tap + 16 <= stride; tap += 16) {
    wide += multiply_and_add(load(samples + tap), load(weights + tap));
  }
  result = __builtin_shufflevector(wide, wide, 0, 1, 2, 3) +
           __builtin_shufflevector(wide, wide, 4, 5, 6, 7);
#endif
  for (; tap < stride; tap += 8) {
    result += multiply_and_add_8(load_8(samples + tap), load_8(weights + tap));
  }
  return result;
}

// Returns four adjacent results as bytes.
INLINE bytes4 NAME(filter_four)(
    const int16_t *samples, const int32_t *starts, const int16_t *weights, size_t stride) {
  sums4 parts[4];
#pragma clang loop unroll(full)
  for (size_t k = 0; k < 4; k++) {
    parts[k] = NAME(weigh)(samples + starts[k], weights + k * stride, stride);
  }
  sums4 low = __builtin_shufflevector(parts[0], parts[1], 0, 4, 1, 5) +
              __builtin_shufflevector(parts[0], parts[1], 2, 6, 3, 7);
  sums4 high = __builtin_shufflevector(parts[2], parts[3], 0, 4, 1, 5) +
               __builtin_shufflevector(parts[2], parts[3], 2, 6, 3, 7);
  sums4 result = __builtin_shufflevector(low, high, 0, 1, 4, 5) +
                 __builtin_shufflevector(low, high, 2, 3, 6, 7);
  result = (result + (1 << (COLUMN_SHIFT - 1))) >> COLUMN_SHIFT;
  result &= ~(result < 0);
  result |= result > 255;
  return __builtin_convertvector(result, bytes4);
}

INLINE void NAME(filter_all)(
    const int16_t *samples, const int32_t *starts, const int16_t *weights, size_t stride,
    size_t count, uint8_t *bytes) {
  if (count < 4) {
    bytes4 result = NAME(filter_four)(samples, starts, weights, stride);
    memcpy(bytes, &result, count);
    return;
  }
  for (size_t i = 0; i < count; i += 4) {
    size_t first = i + 4 <= count ? i : count - 4;
    bytes4 result =
        NAME(filter_four)(samples, starts + first, weights + first * stride, stride);
    memcpy(bytes + first, &result, sizeof result);
  }
}

static void NAME(filter)(
    const int16_t *samples, const int32_t *starts, const int16_t *weights, size_t stride,
    size_t count, uint8_t *bytes) {
  // The usual lengths, unrolled.
  switch (stride) {
    case 16: NAME(filter_all)(samples, starts, weights, 16, count, bytes); break;
    case 24: NAME(filter_all)(samples, starts, weights, 24, count, bytes); break;
    default: NAME(filter_all)(samples, starts, weights, stride, count, bytes); break;
  }
}

#undef lanes
#undef sums
#undef load
#undef multiply_and_add
