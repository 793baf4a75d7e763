// SPDX-License-Identifier: Apache-2.0
//
// Undoes the filters of 32 rows: 32 at once where the processor has AVX2, 16 at once elsewhere.
// See unfilter_lanes.h for how.
#include "CGalleryPNG.h"

#include <string.h>

#if defined(__x86_64__)
#define HAS_WIDE_VECTORS 1
#endif

// The bytes of a row that are transposed together.
#define TILE 16

typedef uint8_t half __attribute__((vector_size(16)));

// Which filters there are among rows: what is not there need not be computed.
typedef enum variety { ANY = 0, NO_AVERAGE = 1, PAETH_ONLY = 2 } variety;

// As many tiles as end with a whole pixel.
static inline __attribute__((always_inline)) int tiles(int pixel) {
  return pixel == 3 || pixel == 6 ? 3 : 1;
}

#define LANES 16
#define NAME(name) name##_16
#include "unfilter_lanes.h"
#undef LANES
#undef NAME

#ifdef HAS_WIDE_VECTORS
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#define LANES 32
#define NAME(name) name##_32
#include "unfilter_lanes.h"
#undef LANES
#undef NAME
#pragma clang attribute pop
#endif

// Filters 0 and 2 look at no neighbour in their own row: whole rows at a time.
static void add_rows_above(const cgallery_png_rows *rows) {
  const uint8_t *above = rows->above;
  for (int k = 0; k < CGALLERY_PNG_LANES; k++) {
    const uint8_t *source = rows->source + k * rows->source_stride;
    uint8_t *target = rows->target + k * rows->target_stride;
    if (source[0] == 0) {
      memcpy(target, source + 1, rows->byte_count);
    } else {
      for (size_t i = 0; i < rows->byte_count; i += 16) {
        half row, sum;
        memcpy(&row, source + 1 + i, 16);
        memcpy(&sum, above + i, 16);
        sum += row;
        memcpy(target + i, &sum, 16);
      }
    }
    above = target;
  }
}

static void unfilter_by_halves(const cgallery_png_rows *rows, variety variety) {
  cgallery_png_rows half = *rows;
  unfilter_16(&half, variety);
  half.source += 16 * rows->source_stride;
  half.target += 16 * rows->target_stride;
  half.above = half.target - rows->target_stride;
  unfilter_16(&half, variety);
}

/// The filters among the rows, one bit each; 0 when one of them is not a filter.
static unsigned filters_of(const cgallery_png_rows *rows) {
  unsigned seen = 0;
  for (int k = 0; k < CGALLERY_PNG_LANES; k++) {
    uint8_t filter = rows->source[k * rows->source_stride];
    if (filter > 4) return 0;
    seen |= 1u << filter;
  }
  return seen;
}

static int32_t unfilter(const cgallery_png_rows *rows, int is_wide) {
  unsigned seen = filters_of(rows);
  if (seen == 0) return 0;
  variety variety = seen == 1 << 4 ? PAETH_ONLY : (seen & 1 << 3) == 0 ? NO_AVERAGE : ANY;
  if ((seen & ~(1u << 0 | 1u << 2)) == 0) {
    add_rows_above(rows);
#ifdef HAS_WIDE_VECTORS
  } else if (is_wide) {
    unfilter_32(rows, variety);
#endif
  } else {
    unfilter_by_halves(rows, variety);
  }
  return 1;
}

int32_t cgallery_png_unfilter(const cgallery_png_rows *rows) {
#ifdef HAS_WIDE_VECTORS
  return unfilter(rows, __builtin_cpu_supports("avx2"));
#else
  return unfilter(rows, 0);
#endif
}

int32_t cgallery_png_unfilter_portably(const cgallery_png_rows *rows) { return unfilter(rows, 0); }
