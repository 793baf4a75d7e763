// SPDX-License-Identifier: Apache-2.0
//
// The loops of count.c, which includes this file once per vector width: LANES is 16 or 32 bytes,
// NAME adds the suffix of that width.

#define lanes NAME(lanes)
#define shorts NAME(shorts)
#define words NAME(words)
#define spread NAME(spread)
#define ones NAME(ones)
#define add NAME(add)

typedef uint8_t lanes __attribute__((vector_size(LANES)));
typedef uint16_t shorts __attribute__((vector_size(LANES)));
typedef uint32_t words __attribute__((vector_size(2 * LANES)));

#if LANES == 16
#define LOW 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23
#define HIGH 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31
#else
#define LOW 0, 32, 1, 33, 2, 34, 3, 35, 4, 36, 5, 37, 6, 38, 7, 39, \
  8, 40, 9, 41, 10, 42, 11, 43, 12, 44, 13, 45, 14, 46, 15, 47
#define HIGH 16, 48, 17, 49, 18, 50, 19, 51, 20, 52, 21, 53, 22, 54, 23, 55, \
  24, 56, 25, 57, 26, 58, 27, 59, 28, 60, 29, 61, 30, 62, 31, 63
#endif

// Returns the population count of each field of 1, 2, 4 or 8 bits, stored in the field itself.
INLINE lanes ones(lanes x, const int columns) {
  if (columns == 1) return x;
  lanes pairs = x - ((x >> 1) & 0x55);
  if (columns == 2) return pairs;
  lanes halves = (pairs & 0x33) + ((pairs >> 2) & 0x33);
  if (columns == 4) return halves;
  return (halves + (halves >> 4)) & 0x0F;
}

INLINE void add(lanes value, const int columns, const int is_first, uint8_t *counts) {
  (void)columns;  // Each byte holds one field, whatever its width was.
  lanes sum = {0};
  if (!is_first) memcpy(&sum, counts, LANES);
  sum += value;
  memcpy(counts, &sum, LANES);
}

// Splits each byte of `2 * bits` bits in two, the upper half first, until each byte holds one
// field.
#define SPREAD(name, bits, next) \
  INLINE void name(lanes value, const int columns, const int is_first, uint8_t *counts) { \
    if (bits < columns) { \
      add(value, columns, is_first, counts); \
      return; \
    } \
    lanes upper = value >> bits, lower = value & ((1 << bits) - 1); \
    next(__builtin_shufflevector(upper, lower, LOW), columns, is_first, counts); \
    next(__builtin_shufflevector(upper, lower, HIGH), columns, is_first, \
         counts + LANES * bits / columns); \
  }
SPREAD(NAME(spread_pairs), 1, add)
SPREAD(NAME(spread_halves), 2, NAME(spread_pairs))
SPREAD(spread, 4, NAME(spread_halves))

// Counts all whole vectors from byte `i` on; returns the index of the first byte not counted.
INLINE size_t NAME(count_vectors)(
    const uint8_t *row, size_t i, size_t byte_count, const int columns, const int is_first,
    uint8_t *counts) {
  for (; i + LANES <= byte_count; i += LANES) {
    lanes x;
    memcpy(&x, row + i, LANES);
    spread(ones(x, columns), columns, is_first, counts + i * 8 / (size_t)columns);
  }
  return i;
}

INLINE void NAME(count_fields)(
    const uint8_t *row, size_t byte_count, const int columns, const int is_first,
    uint8_t *counts) {
  size_t i = NAME(count_vectors)(row, 0, byte_count, columns, is_first, counts);
  // The remainder is counted in vectors of 16, the last of which reaches beyond the end.
  count_vectors_16(row, i, byte_count + 15, columns, is_first, counts);
}

static void NAME(count)(
    const uint8_t *row, size_t byte_count, uint32_t columns, int32_t is_first, uint8_t *counts) {
#define FOR(fields) \
  if (is_first) NAME(count_fields)(row, byte_count, fields, 1, counts); \
  else NAME(count_fields)(row, byte_count, fields, 0, counts)
  switch (columns) {
    case 1: FOR(1); break;
    case 2: FOR(2); break;
    case 4: FOR(4); break;
    default: FOR(8); break;
  }
#undef FOR
}

// White is a power of two, so blocks whose sides are powers of two need only a shift. The samples
// go to every second element of `pair`, from `lane` on: the lower half of a 32-bit word, which is
// first in memory, or the upper half.
INLINE void NAME(shift_into)(
    const uint8_t *counts, size_t count, int shift, const uint32_t lane, int16_t *pair) {
  for (size_t i = 0; i < count; i += LANES / 2) {
    typedef uint8_t half_lanes __attribute__((vector_size(LANES / 2)));
    half_lanes values;
    memcpy(&values, counts + i, sizeof values);
    shorts samples = __builtin_convertvector(values, shorts) << (uint16_t)shift;
    words wide = __builtin_convertvector(samples, words);
    if (lane == 1) {
      words upper;
      memcpy(&upper, pair + 2 * i, sizeof upper);
      wide = (upper & 0xFFFF) | wide << 16;
    }
    memcpy(pair + 2 * i, &wide, sizeof wide);
  }
}

static void NAME(shift)(
    const uint8_t *counts, size_t count, int shift, uint32_t lane, int16_t *pair) {
  if (lane == 0) {
    NAME(shift_into)(counts, count, shift, 0, pair);
  } else {
    NAME(shift_into)(counts, count, shift, 1, pair);
  }
}

#undef lanes
#undef shorts
#undef words
#undef spread
#undef ones
#undef add
#undef LOW
#undef HIGH
#undef SPREAD
