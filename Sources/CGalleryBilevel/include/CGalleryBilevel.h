// SPDX-License-Identifier: Apache-2.0
//
// The inner loops that downscale bilevel images, in 16-bit integers.
//
// They are written in C for one instruction that Swift's SIMD types do not offer: eight products of
// 16 by 16 bits, with neighboring products added in 32 bits.
#ifndef CGALLERY_BILEVEL_H
#define CGALLERY_BILEVEL_H

#include <stddef.h>
#include <stdint.h>

/// The sample value of white; black is 0.
#define CGALLERY_BILEVEL_WHITE 16384
/// The sum of the weights of one result of `cgallery_bilevel_mix`.
#define CGALLERY_BILEVEL_ROW_WEIGHT 16384
/// The sum of the weights of one result of `cgallery_bilevel_filter`.
#define CGALLERY_BILEVEL_COLUMN_WEIGHT 32640
/// The number of counts and samples behind the last one that may be read and written. Of a row of
/// bits, up to 15 bytes behind the end are read.
#define CGALLERY_BILEVEL_MARGIN 128

/// Adds the number of ones in each group of `columns` bits of a row to `counts`; sets `counts` for
/// the first row.
///
/// `columns` is 1, 2, 4 or 8; no count may reach 256. The last count covers the bits up to `width`.
void cgallery_bilevel_count(
    const uint8_t *row, size_t width, uint32_t columns, int32_t is_first, uint8_t *counts);

/// Converts counts of blocks of `pixels` pixels (the last block has `last_pixels`) to samples.
///
/// Both sizes are at most 255. `pair` holds two rows, interleaved: `lane` 0 writes the first row
/// and sets the second one to black, `lane` 1 writes the second row.
void cgallery_bilevel_scale(
    const uint8_t *counts, size_t count, uint32_t pixels, uint32_t last_pixels, uint32_t lane,
    int16_t *pair);

/// Writes the weighted sum of pairs of rows, as samples.
///
/// `weights` has two entries per pair. The weights of a result add up to
/// `CGALLERY_BILEVEL_ROW_WEIGHT`, and their absolute values to less than twice that.
void cgallery_bilevel_mix(
    const int16_t *const *pairs, const int16_t *weights, size_t pair_count, size_t count,
    int16_t *samples);

/// Filters a row of samples and rounds the results to bytes, 0 to 255.
///
/// Result i is the sum of `stride` samples from `starts[i]` on, multiplied by the weights from `i *
/// stride` on; `stride` is a multiple of 8. The weights of a result add up to
/// `CGALLERY_BILEVEL_COLUMN_WEIGHT`, and their absolute values to less than twice that. `starts`
/// and `weights` have room for at least four results.
void cgallery_bilevel_filter(
    const int16_t *samples, const int32_t *starts, const int16_t *weights, size_t stride,
    size_t count, uint8_t *bytes);

/// The same functions without detection of processor features; for tests.
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
