// SPDX-License-Identifier: Apache-2.0
//
// The filters of PNG undone for 16 rows at once (PNG specification, section 9).
//
// Within a row every pixel waits for the one before it, so a row alone leaves a processor idle.
// But of 16 rows, row k can be k pixels behind row 0: all neighbours of these 16 pixels on a
// diagonal are known then, and lane k of a vector is row k.
//
//     row 0   . . . . . t        a lane's left neighbour is the lane's own last result,
//     row 1   . . . . t          the upper one the last result of the lane before it,
//     row 2   . . . t            the upper left one the upper one of the step before.
//
// The vectors are those of GCC and clang, which become SSE2 or NEON; nothing is bound to a
// processor.
#include "CGalleryPNG.h"

#include <string.h>

#define LANES CGALLERY_PNG_LANES
#define INLINE static inline __attribute__((always_inline))

typedef uint8_t lanes __attribute__((vector_size(LANES)));

INLINE lanes load(const uint8_t *bytes) {
  lanes result;
  memcpy(&result, bytes, sizeof result);
  return result;
}

INLINE void store(lanes value, uint8_t *bytes) { memcpy(bytes, &value, sizeof value); }

INLINE lanes select(lanes mask, lanes yes, lanes no) { return (mask & yes) | (~mask & no); }

INLINE lanes difference(lanes one, lanes other) {
  return __builtin_elementwise_max(one, other) - __builtin_elementwise_min(one, other);
}

#define EVERY_LANE(interleave, one, other) \
  __builtin_shufflevector(one, other, interleave)
#define LOW 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23
#define HIGH 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31

// Four perfect shuffles of 16 vectors exchange rows and columns.
INLINE void transpose(lanes v[LANES]) {
#pragma clang loop unroll(full)
  for (int round = 0; round < 4; round++) {
    lanes next[LANES];
#pragma clang loop unroll(full)
    for (int i = 0; i < LANES / 2; i++) {
      next[2 * i] = EVERY_LANE(LOW, v[i], v[i + LANES / 2]);
      next[2 * i + 1] = EVERY_LANE(HIGH, v[i], v[i + LANES / 2]);
    }
#pragma clang loop unroll(full)
    for (int i = 0; i < LANES; i++) v[i] = next[i];
  }
}

// The predictor of Paeth in bytes: with pa = |b - c| and pb = |a - c|, pc = |a + b - 2c| is
// |pa - pb| when c lies between a and b, and at least as large as both else. When c is a or b, pa
// or pb is 0 and wins, whatever pc is taken to be.
INLINE lanes paeth(lanes a, lanes b, lanes c) {
  lanes pa = difference(b, c);
  lanes pb = difference(a, c);
  lanes outside = (lanes)(b >= c) ^ (lanes)(a <= c);
  lanes pc = difference(pa, pb) | outside;
  lanes nearest = __builtin_elementwise_min(__builtin_elementwise_min(pa, pb), pc);
  return select((lanes)(nearest == pa), a, select((lanes)(nearest == pb), b, c));
}

// Rounded down, without the ninth bit of the sum.
INLINE lanes average(lanes a, lanes b) { return (a & b) + ((a ^ b) >> 1); }

// One mask for each filter, set in the lanes of the rows that have it.
typedef struct filters {
  lanes sub, up, average, paeth;
  int is_paeth_only;
} filters;

INLINE lanes predict(const filters *f, int is_paeth_only, lanes a, lanes b, lanes c) {
  lanes value = paeth(a, b, c);
  if (is_paeth_only) return value;
  return (value & f->paeth) | (a & f->sub) | (b & f->up) | (average(a, b) & f->average);
}

typedef struct band {
  /// Where byte t of lane 0 is; the other lanes are as many pixels behind.
  const uint8_t *source[LANES];
  uint8_t *target[LANES];
  const uint8_t *above;
} band;

// The lanes one down; `byte` becomes the first.
INLINE lanes shift_in(lanes value, uint8_t byte) {
  lanes first = {byte};
  lanes zero = {0};
  return first | __builtin_shufflevector(
      value, zero, 16, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14);
}

// As many tiles of 16 bytes as end with a whole pixel.
INLINE int tiles(int pixel) { return pixel == 3 || pixel == 6 ? 3 : 1; }

// What the last step left behind, for each byte of a pixel.
typedef struct neighbours {
  lanes left[8], corner[8];
} neighbours;

INLINE void run(
    const band *band, const filters *filters, int is_paeth_only, const int pixel, size_t start,
    size_t end, neighbours *neighbours) {
  struct neighbours n = *neighbours;
  struct filters f = *filters;
  for (size_t t = start; t < end; t += LANES * tiles(pixel)) {
#pragma clang loop unroll(full)
    for (int tile = 0; tile < tiles(pixel); tile++) {
      size_t at = t + LANES * tile;
      lanes v[LANES];
#pragma clang loop unroll(full)
      for (int k = 0; k < LANES; k++) v[k] = load(band->source[k] + at);
      transpose(v);
#pragma clang loop unroll(full)
      for (int i = 0; i < LANES; i++) {
        int channel = (LANES * tile + i) % pixel;
        lanes up = shift_in(n.left[channel], band->above[at + i]);
        v[i] += predict(&f, is_paeth_only, n.left[channel], up, n.corner[channel]);
        n.left[channel] = v[i];
        n.corner[channel] = up;
      }
      transpose(v);
#pragma clang loop unroll(full)
      for (int k = 0; k < LANES; k++) store(v[k], band->target[k] + at);
    }
  }
  *neighbours = n;
}

typedef void runner(
    const band *band, const filters *filters, size_t start, size_t end, neighbours *neighbours);

// A function for each size of a pixel; pages of one filter only, the usual one, have their own.
#define RUNNER(name, pixel, is_paeth_only) \
  static void name( \
      const band *band, const filters *filters, size_t start, size_t end, \
      neighbours *neighbours) { \
    run(band, filters, is_paeth_only, pixel, start, end, neighbours); \
  }
RUNNER(run_1, 1, 0)
RUNNER(run_2, 2, 0)
RUNNER(run_3, 3, 0)
RUNNER(run_4, 4, 0)
RUNNER(run_6, 6, 0)
RUNNER(run_8, 8, 0)
RUNNER(run_1_paeth, 1, 1)
RUNNER(run_3_paeth, 3, 1)

static runner *runner_for(size_t pixel, int is_paeth_only) {
  switch (pixel) {
    case 1: return is_paeth_only ? run_1_paeth : run_1;
    case 2: return run_2;
    case 3: return is_paeth_only ? run_3_paeth : run_3;
    case 4: return run_4;
    case 6: return run_6;
    default: return run_8;
  }
}

// Ahead of its first pixel a lane must see nothing but zeros, so that its neighbours to the left
// are zeros: the first 16 pixels come out of a copy with zeros in front.
static void unfilter_diagonally(const cgallery_png_rows *rows, const filters *filters) {
  uint8_t head[LANES][LANES * 8] = {{0}};
  neighbours neighbours = {0};
  size_t pixel = rows->pixel_byte_count;
  size_t head_size = LANES * pixel;
  runner *run = runner_for(pixel, filters->is_paeth_only);
  band band = {.above = rows->above};
  for (size_t k = 0; k < LANES; k++) {
    const uint8_t *source = rows->source + k * rows->source_stride + 1;
    memcpy(head[k] + k * pixel, source, head_size - k * pixel);
    band.source[k] = head[k];
    band.target[k] = rows->target + k * rows->target_stride - k * pixel;
  }
  run(&band, filters, 0, head_size, &neighbours);
  for (size_t k = 0; k < LANES; k++) {
    band.source[k] = rows->source + k * rows->source_stride + 1 - k * pixel;
  }
  run(&band, filters, head_size, rows->byte_count + (LANES - 1) * pixel, &neighbours);
}

// Filters 0 and 2 look at no neighbour in their own row: whole rows at a time.
static void add_rows_above(const cgallery_png_rows *rows) {
  const uint8_t *above = rows->above;
  for (int k = 0; k < LANES; k++) {
    const uint8_t *source = rows->source + k * rows->source_stride;
    uint8_t *target = rows->target + k * rows->target_stride;
    if (source[0] == 0) {
      memcpy(target, source + 1, rows->byte_count);
    } else {
      for (size_t i = 0; i < rows->byte_count; i += LANES) {
        store(load(source + 1 + i) + load(above + i), target + i);
      }
    }
    above = target;
  }
}

int32_t cgallery_png_unfilter(const cgallery_png_rows *rows) {
  uint8_t masks[5][LANES] = {{0}};
  int seen = 0;
  for (int k = 0; k < LANES; k++) {
    uint8_t filter = rows->source[k * rows->source_stride];
    if (filter > 4) return 0;
    masks[filter][k] = 0xFF;
    seen |= 1 << filter;
  }
  filters f = {
      load(masks[1]), load(masks[2]), load(masks[3]), load(masks[4]), seen == 1 << 4};
  if ((seen & ~(1 << 0 | 1 << 2)) == 0) add_rows_above(rows); else unfilter_diagonally(rows, &f);
  return 1;
}
