// SPDX-License-Identifier: Apache-2.0
//
// The ones among bits, for many blocks at a time.
#include "CGalleryBilevel.h"

#include <string.h>

typedef uint8_t lanes __attribute__((vector_size(16)));

#define INLINE static inline __attribute__((always_inline))

#define LOW 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23
#define HIGH 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31

// The ones in each field of 1, 2, 4 or 8 bits, in the place of these bits.
INLINE lanes ones(lanes x, const int columns) {
  if (columns == 1) return x;
  lanes pairs = x - ((x >> 1) & 0x55);
  if (columns == 2) return pairs;
  lanes halves = (pairs & 0x33) + ((pairs >> 2) & 0x33);
  if (columns == 4) return halves;
  return (halves + (halves >> 4)) & 0x0F;
}

INLINE void add(lanes value, const int columns, const int is_first, uint8_t *counts) {
  (void)columns;  // One field a byte, whatever its width was.
  lanes sum = {0};
  if (!is_first) memcpy(&sum, counts, 16);
  sum += value;
  memcpy(counts, &sum, 16);
}

// Cuts each byte of `2 * bits` bits in two, the upper part first, until they hold one field each.
#define SPREAD(name, bits, next) \
  INLINE void name(lanes value, const int columns, const int is_first, uint8_t *counts) { \
    if (bits < columns) { \
      add(value, columns, is_first, counts); \
      return; \
    } \
    lanes upper = value >> bits, lower = value & ((1 << bits) - 1); \
    next(__builtin_shufflevector(upper, lower, LOW), columns, is_first, counts); \
    next(__builtin_shufflevector(upper, lower, HIGH), columns, is_first, \
         counts + 16 * bits / columns); \
  }
SPREAD(spread_pairs, 1, add)
SPREAD(spread_halves, 2, spread_pairs)
SPREAD(spread_bytes, 4, spread_halves)

INLINE void count_fields(
    const uint8_t *row, size_t byte_count, const int columns, const int is_first,
    uint8_t *counts) {
  for (size_t i = 0; i < byte_count; i += 16) {
    lanes x;
    memcpy(&x, row + i, 16);
    spread_bytes(ones(x, columns), columns, is_first, counts + i * 8 / (size_t)columns);
  }
}

static uint8_t ones_between(const uint8_t *row, size_t first, size_t end) {
  uint8_t sum = 0;
  for (size_t x = first; x < end; x++) sum += row[x / 8] >> (7 - x % 8) & 1;
  return sum;
}

void cgallery_bilevel_count(
    const uint8_t *row, size_t width, uint32_t columns, int32_t is_first, uint8_t *counts) {
  size_t byte_count = (width + 7) / 8, last = (width - 1) / columns;
  uint8_t sum = ones_between(row, last * columns, width) + (is_first ? 0 : counts[last]);
#define FOR(fields) \
  if (is_first) count_fields(row, byte_count, fields, 1, counts); \
  else count_fields(row, byte_count, fields, 0, counts)
  switch (columns) {
    case 1: FOR(1); break;
    case 2: FOR(2); break;
    case 4: FOR(4); break;
    default: FOR(8); break;
  }
#undef FOR
  counts[last] = sum;
}
