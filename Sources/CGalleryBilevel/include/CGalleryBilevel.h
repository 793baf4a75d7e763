// SPDX-License-Identifier: Apache-2.0
//
// The inner loops of making pages of two colours smaller, in whole numbers of 16 bits.
//
// They live on one instruction that Swift's vectors do not have: eight products of 16 bits by 16,
// and the sums of neighbours in 32.
#ifndef CGALLERY_BILEVEL_H
#define CGALLERY_BILEVEL_H

#include <stddef.h>
#include <stdint.h>

/// The sample of white; that of black is 0.
#define CGALLERY_BILEVEL_WHITE 16384
/// What the weights of a result of `cgallery_bilevel_mix` come to.
#define CGALLERY_BILEVEL_ROW_WEIGHT 16384
/// What the weights of a result of `cgallery_bilevel_filter` come to.
#define CGALLERY_BILEVEL_COLUMN_WEIGHT 32640
/// How many counts and samples behind the last one are read and written, at most; of a row of
/// bits 15 bytes are read.
#define CGALLERY_BILEVEL_MARGIN 128

/// Adds the ones among each `columns` bits of a row to `counts`, or sets them for the first row.
///
/// `columns` is 1, 2, 4 or 8, and no count may reach 256. The last count is that of the bits up to
/// `width`.
void cgallery_bilevel_count(
    const uint8_t *row, size_t width, uint32_t columns, int32_t is_first, uint8_t *counts);

/// Makes samples of the counts of blocks of `pixels`, the last of which has `last_pixels`.
///
/// Neither is more than 255. They go to every second place of `pair`, which holds two rows: from
/// the first place on for `lane` 0, with black for the other row, and from the second on for 1.
void cgallery_bilevel_scale(
    const uint8_t *counts, size_t count, uint32_t pixels, uint32_t last_pixels, uint32_t lane,
    int16_t *pair);

/// Writes the weighted sum of pairs of rows, as samples.
///
/// `weights` has two for each pair. Those of a result come to `CGALLERY_BILEVEL_ROW_WEIGHT`, and
/// without their signs to less than twice that.
void cgallery_bilevel_mix(
    const int16_t *const *pairs, const int16_t *weights, size_t pair_count, size_t count,
    int16_t *samples);

/// Filters a row of samples and rounds it to bytes of 0 to 255.
///
/// Result i is the sum of `stride` samples from `starts[i]` on by the weights from `i * stride` on;
/// `stride` is a multiple of 8. Those of a result come to `CGALLERY_BILEVEL_COLUMN_WEIGHT`, and
/// without their signs to less than twice that. There are starts and weights for at least four.
void cgallery_bilevel_filter(
    const int16_t *samples, const int32_t *starts, const int16_t *weights, size_t stride,
    size_t count, uint8_t *bytes);

/// Do the same without looking at what the processor can do; for tests.
void cgallery_bilevel_count_portably(
    const uint8_t *row, size_t width, uint32_t columns, int32_t is_first, uint8_t *counts);
void cgallery_bilevel_scale_portably(
    const uint8_t *counts, size_t count, uint32_t pixels, uint32_t last_pixels, uint32_t lane,
    int16_t *pair);
void cgallery_bilevel_mix_portably(
    const int16_t *const *pairs, const int16_t *weights, size_t pair_count, size_t count,
    int16_t *samples);
void cgallery_bilevel_filter_portably(
    const int16_t *samples, const int32_t *starts, const int16_t *weights, size_t stride,
    size_t count, uint8_t *bytes);

#endif
