// SPDX-License-Identifier: Apache-2.0
//
// The filters of PNG undone for LANES rows at once (PNG specification, section 9).
//
// Within a row each pixel depends on the one before it, so a single row cannot use vectors. With
// LANES rows, row k lags k pixels behind row 0: all neighbors of the pixels on this diagonal are
// known, and lane k of a vector is row k.
//
//     row 0   . . . . . t        a lane's left neighbor is the lane's own last result,
//     row 1   . . . . t          the upper one the last result of the lane before it,
//     row 2   . . . t            the upper left one the upper one of the step before.
//
// The vectors are those of GCC and clang, which become SSE2, AVX2 or NEON. This file is included
// once per vector width: LANES is 16 or 32, NAME adds the suffix of that width.

#define INLINE static inline __attribute__((always_inline))
#define lanes NAME(lanes)
#define filters NAME(filters)
#define neighbours NAME(neighbours)
#define band NAME(band)
#define runner NAME(runner)

typedef uint8_t lanes __attribute__((vector_size(LANES)));

INLINE lanes NAME(select)(lanes mask, lanes yes, lanes no) { return (mask & yes) | (~mask & no); }

INLINE lanes NAME(difference)(lanes one, lanes other) {
  return __builtin_elementwise_max(one, other) - __builtin_elementwise_min(one, other);
}

// `load` and `store` transfer 16 bytes of row k; with 32 lanes, the upper half of the vector holds
// those of row k + 16. Each half is transposed on its own, because shuffles across halves are
// expensive.
#if LANES == 16
#define LOW 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23
#define HIGH 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31
#define ONE_DOWN 16, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14

INLINE lanes NAME(load)(const uint8_t *const rows[LANES], int k, size_t at) {
  lanes result;
  memcpy(&result, rows[k] + at, 16);
  return result;
}

INLINE void NAME(store)(lanes value, uint8_t *const rows[LANES], int k, size_t at) {
  memcpy(rows[k] + at, &value, 16);
}
#else
#define LOW 0, 32, 1, 33, 2, 34, 3, 35, 4, 36, 5, 37, 6, 38, 7, 39, \
  16, 48, 17, 49, 18, 50, 19, 51, 20, 52, 21, 53, 22, 54, 23, 55
#define HIGH 8, 40, 9, 41, 10, 42, 11, 43, 12, 44, 13, 45, 14, 46, 15, 47, \
  24, 56, 25, 57, 26, 58, 27, 59, 28, 60, 29, 61, 30, 62, 31, 63
#define ONE_DOWN 32, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, \
  15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30

INLINE lanes NAME(load)(const uint8_t *const rows[LANES], int k, size_t at) {
  half low, high;
  memcpy(&low, rows[k] + at, 16);
  memcpy(&high, rows[k + 16] + at, 16);
  return __builtin_shufflevector(
      low, high, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22,
      23, 24, 25, 26, 27, 28, 29, 30, 31);
}

INLINE void NAME(store)(lanes value, uint8_t *const rows[LANES], int k, size_t at) {
  half low = __builtin_shufflevector(
      value, value, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  half high = __builtin_shufflevector(
      value, value, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
  memcpy(rows[k] + at, &low, 16);
  memcpy(rows[k + 16] + at, &high, 16);
}
#endif

// Transposes 16 vectors with four perfect shuffles.
INLINE void NAME(transpose)(lanes v[TILE]) {
#pragma clang loop unroll(full)
  for (int round = 0; round < 4; round++) {
    lanes next[TILE];
#pragma clang loop unroll(full)
    for (int i = 0; i < TILE / 2; i++) {
      next[2 * i] = __builtin_shufflevector(v[i], v[i + TILE / 2], LOW);
      next[2 * i + 1] = __builtin_shufflevector(v[i], v[i + TILE / 2], HIGH);
    }
#pragma clang loop unroll(full)
    for (int i = 0; i < TILE; i++) v[i] = next[i];
  }
}

// The Paeth predictor in bytes. With pa = |b - c| and pb = |a - c|, pc = |a + b - 2c| is |pa - pb|
// when c lies between a and b, and at least as large as both otherwise. When c equals a or b, pa or
// pb is 0 and wins, whatever the value of pc.
INLINE lanes NAME(paeth)(lanes a, lanes b, lanes c) {
  lanes pa = NAME(difference)(b, c);
  lanes pb = NAME(difference)(a, c);
  lanes outside = (lanes)(b >= c) ^ (lanes)(a <= c);
  lanes pc = NAME(difference)(pa, pb) | outside;
  lanes nearest = __builtin_elementwise_min(__builtin_elementwise_min(pa, pb), pc);
  return NAME(select)((lanes)(nearest == pa), a, NAME(select)((lanes)(nearest == pb), b, c));
}

// The average, rounded down, without the ninth bit of the sum.
INLINE lanes NAME(average)(lanes a, lanes b) { return (a & b) + ((a ^ b) >> 1); }

// One mask per filter, set in the lanes of the rows that use it.
typedef struct filters {
  lanes sub, up, average, paeth;
} filters;

INLINE lanes NAME(predict)(const filters *f, const variety variety, lanes a, lanes b, lanes c) {
  lanes value = NAME(paeth)(a, b, c);
  if (variety == PAETH_ONLY) return value;
  value = (value & f->paeth) | ((a & f->sub) | (b & f->up));
  return variety == NO_AVERAGE ? value : value | (NAME(average)(a, b) & f->average);
}

typedef struct band {
  /// The address of byte t of lane 0; each further lane lags one more pixel.
  const uint8_t *source[LANES];
  uint8_t *target[LANES];
  const uint8_t *above;
} band;

// Shifts the lanes up by one; `byte` becomes lane 0.
INLINE lanes NAME(shift_in)(lanes value, uint8_t byte) {
  lanes first = {byte};
  return __builtin_shufflevector(value, first, ONE_DOWN);
}

// The results of the last step, for each byte of a pixel.
typedef struct neighbours {
  lanes left[8], corner[8];
} neighbours;

INLINE void NAME(run)(
    const band *rows, const filters *masks, const variety variety, const int pixel, size_t start,
    size_t end, neighbours *last) {
  neighbours n = *last;
  filters f = *masks;
  for (size_t t = start; t < end; t += TILE * tiles(pixel)) {
#pragma clang loop unroll(full)
    for (int tile = 0; tile < tiles(pixel); tile++) {
      size_t at = t + TILE * tile;
      lanes v[TILE];
#pragma clang loop unroll(full)
      for (int k = 0; k < TILE; k++) v[k] = NAME(load)(rows->source, k, at);
      NAME(transpose)(v);
#pragma clang loop unroll(full)
      for (int i = 0; i < TILE; i++) {
        int channel = (TILE * tile + i) % pixel;
        lanes up = NAME(shift_in)(n.left[channel], rows->above[at + i]);
        v[i] += NAME(predict)(&f, variety, n.left[channel], up, n.corner[channel]);
        n.left[channel] = v[i];
        n.corner[channel] = up;
      }
      NAME(transpose)(v);
#pragma clang loop unroll(full)
      for (int k = 0; k < TILE; k++) NAME(store)(v[k], rows->target, k, at);
    }
  }
  *last = n;
}

typedef void runner(
    const band *rows, const filters *masks, size_t start, size_t end, neighbours *last);

// One function per pixel size. Pages of one or three bytes per pixel, the usual scans, get more
// variants.
#define RUNNER(name, pixel, variety) \
  static void NAME(name)( \
      const band *rows, const filters *masks, size_t start, size_t end, neighbours *last) { \
    NAME(run)(rows, masks, variety, pixel, start, end, last); \
  }
RUNNER(run_1, 1, ANY)
RUNNER(run_2, 2, ANY)
RUNNER(run_3, 3, ANY)
RUNNER(run_4, 4, ANY)
RUNNER(run_6, 6, ANY)
RUNNER(run_8, 8, ANY)
RUNNER(run_1_no_average, 1, NO_AVERAGE)
RUNNER(run_3_no_average, 3, NO_AVERAGE)
RUNNER(run_1_paeth, 1, PAETH_ONLY)
RUNNER(run_3_paeth, 3, PAETH_ONLY)

static runner *NAME(runner_for)(size_t pixel, variety variety) {
  static runner *const of_one[] = {NAME(run_1), NAME(run_1_no_average), NAME(run_1_paeth)};
  static runner *const of_three[] = {NAME(run_3), NAME(run_3_no_average), NAME(run_3_paeth)};
  switch (pixel) {
    case 1: return of_one[variety];
    case 2: return NAME(run_2);
    case 3: return of_three[variety];
    case 4: return NAME(run_4);
    case 6: return NAME(run_6);
    default: return NAME(run_8);
  }
}

static filters NAME(masks)(const cgallery_png_rows *rows) {
  uint8_t masks[5][LANES] = {{0}};
  for (int k = 0; k < LANES; k++) masks[rows->source[k * rows->source_stride]][k] = 0xFF;
  filters result;
  memcpy(&result.sub, masks[1], LANES);
  memcpy(&result.up, masks[2], LANES);
  memcpy(&result.average, masks[3], LANES);
  memcpy(&result.paeth, masks[4], LANES);
  return result;
}

// Before its first pixel, a lane must read zeros as its left neighbors: the first pixels are read
// from a copy that starts with zeros.
static void NAME(unfilter)(const cgallery_png_rows *rows, variety variety) {
  uint8_t head[LANES][LANES * 8];
  neighbours last = {0};
  size_t pixel = rows->pixel_byte_count;
  size_t head_size = LANES * pixel;
  runner *run = NAME(runner_for)(pixel, variety);
  filters masks = NAME(masks)(rows);
  band band = {.above = rows->above};
  for (size_t k = 0; k < LANES; k++) {
    const uint8_t *source = rows->source + k * rows->source_stride + 1;
    memset(head[k], 0, k * pixel);
    memcpy(head[k] + k * pixel, source, head_size - k * pixel);
    band.source[k] = head[k];
    band.target[k] = rows->target + k * rows->target_stride - k * pixel;
  }
  run(&band, &masks, 0, head_size, &last);
  for (size_t k = 0; k < LANES; k++) {
    band.source[k] = rows->source + k * rows->source_stride + 1 - k * pixel;
  }
  run(&band, &masks, head_size, rows->byte_count + (LANES - 1) * pixel, &last);
}

#undef INLINE
#undef lanes
#undef filters
#undef neighbours
#undef band
#undef runner
#undef LOW
#undef HIGH
#undef ONE_DOWN
#undef RUNNER
