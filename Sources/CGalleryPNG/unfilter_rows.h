// SPDX-License-Identifier: Apache-2.0
//
// The filters of PNG undone row by row (PNG specification, section 9).
//
// Filters 0 and 2 use no neighbor in their own row, and filter 1 is a running sum. Where few rows
// have other filters, as in most bilevel pages, these rows are processed as vectors, and only the
// few others byte by byte. Included by unfilter.c.

static inline half load_half(const uint8_t *bytes) {
  half result;
  memcpy(&result, bytes, sizeof result);
  return result;
}

static void add_above(
    const uint8_t *source, const uint8_t *above, uint8_t *target, size_t byte_count) {
  for (size_t i = 0; i < byte_count; i += 16) {
    half sum = load_half(source + i) + load_half(above + i);
    memcpy(target + i, &sum, sizeof sum);
  }
}

// Running sums over 2, 4, 8 and 16 bytes, plus the last sum before them.
static void add_left(const uint8_t *source, uint8_t *target, size_t byte_count) {
  const half none = {0};
  half last = none;
  for (size_t i = 0; i < byte_count; i += 16) {
    half sum = load_half(source + i);
    sum += __builtin_shufflevector(
        none, sum, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30);
    sum += __builtin_shufflevector(
        none, sum, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29);
    sum += __builtin_shufflevector(
        none, sum, 0, 0, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27);
    sum += __builtin_shufflevector(
        none, sum, 0, 0, 0, 0, 0, 0, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23);
    sum += last;
    memcpy(target + i, &sum, sizeof sum);
    last = none + sum[15];
  }
}

static void add_average(
    const uint8_t *source, const uint8_t *above, uint8_t *target, size_t byte_count) {
  uint8_t left = 0;
  for (size_t i = 0; i < byte_count; i++) {
    left = (uint8_t)(source[i] + (left + above[i]) / 2);
    target[i] = left;
  }
}

static uint8_t predict_paeth(int a, int b, int c) {
  int pa = b - c, pb = a - c, pc = pa + pb;
  pa = pa < 0 ? -pa : pa;
  pb = pb < 0 ? -pb : pb;
  pc = pc < 0 ? -pc : pc;
  int nearest = pb < pa ? b : a, least = pb < pa ? pb : pa;
  return (uint8_t)(pc < least ? c : nearest);
}

// Returns whether 16 bytes add nothing and the bytes above them all equal `value`.
static int is_uniform(const uint8_t *source, const uint8_t *above, uint8_t value) {
  half difference = load_half(source) | (load_half(above) ^ value);
  uint64_t words[2];
  memcpy(words, &difference, sizeof words);
  return (words[0] | words[1]) == 0;
}

// Blank paper predicts itself: test 16 bytes at once.
static void add_paeth(
    const uint8_t *source, const uint8_t *above, uint8_t *target, size_t byte_count) {
  uint8_t left = 0, corner = 0;
  size_t i = 0;
  while (i < byte_count) {
    if (left == corner && is_uniform(source + i, above + i, left)) {
      memset(target + i, left, 16);
      i += 16;
      continue;
    }
    size_t end = i + 16 < byte_count ? i + 16 : byte_count;
    for (; i < end; i++) {
      left = (uint8_t)(source[i] + predict_paeth(left, above[i], corner));
      corner = above[i];
      target[i] = left;
    }
  }
}

/// Undoes the filters of 32 rows, one row after the other. The pixels must have one byte, unless
/// only filters 0 and 2 occur.
static void unfilter_row_by_row(const cgallery_png_rows *rows) {
  const uint8_t *above = rows->above;
  size_t count = rows->byte_count;
  for (int k = 0; k < CGALLERY_PNG_LANES; k++) {
    const uint8_t *source = rows->source + k * rows->source_stride;
    uint8_t *target = rows->target + k * rows->target_stride;
    switch (source[0]) {
      case 0: memcpy(target, source + 1, count); break;
      case 1: add_left(source + 1, target, count); break;
      case 2: add_above(source + 1, above, target, count); break;
      case 3: add_average(source + 1, above, target, count); break;
      default: add_paeth(source + 1, above, target, count); break;
    }
    above = target;
  }
}
