// SPDX-License-Identifier: Apache-2.0
//
// Undoes the filters of 32 rows: row by row if few of them need more than a sum, otherwise 32 rows
// at once with AVX2 and 16 at once without. See unfilter_rows.h and unfilter_lanes.h.
#include "CGalleryPNG.h"

#include <string.h>

#if defined(__x86_64__)
#define HAS_WIDE_VECTORS 1
#endif

// The number of bytes of a row that are transposed together.
#define TILE 16

typedef uint8_t half __attribute__((vector_size(16)));

// The filters that occur in a group of rows: those that do not occur are not computed.
typedef enum variety { ANY = 0, NO_AVERAGE = 1, PAETH_ONLY = 2 } variety;

#include "unfilter_rows.h"

// Returns the smallest number of tiles that ends with a whole pixel.
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

static void unfilter_by_halves(const cgallery_png_rows *rows, variety variety) {
  cgallery_png_rows half = *rows;
  unfilter_16(&half, variety);
  half.source += 16 * rows->source_stride;
  half.target += 16 * rows->target_stride;
  half.above = half.target - rows->target_stride;
  unfilter_16(&half, variety);
}

/// Counts the rows with each filter; returns 0 if a row has an unknown filter.
static int count_filters(const cgallery_png_rows *rows, int counts[5]) {
  for (int k = 0; k < CGALLERY_PNG_LANES; k++) {
    uint8_t filter = rows->source[k * rows->source_stride];
    if (filter > 4) return 0;
    counts[filter]++;
  }
  return 1;
}

// On the diagonal, 32 rows cost as much as two to three rows in which every byte depends on the one
// before it, and more than ten rows of blank paper, where most bytes do not.
#define MOST_SERIAL_ROWS 3

static int32_t unfilter(const cgallery_png_rows *rows, int is_wide) {
  int counts[5] = {0};
  if (!count_filters(rows, counts)) return 0;
  int serial = counts[3] + counts[4];
  variety variety =
      counts[4] == CGALLERY_PNG_LANES ? PAETH_ONLY : counts[3] == 0 ? NO_AVERAGE : ANY;
  if (rows->pixel_byte_count == 1 ? serial <= MOST_SERIAL_ROWS : serial + counts[1] == 0) {
    unfilter_row_by_row(rows);
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
