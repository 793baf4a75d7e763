// SPDX-License-Identifier: Apache-2.0
//
// A progressive JPEG for benchmarks: the product itself writes none.
#ifndef CPROGRESSIVEPAGE_H
#define CPROGRESSIVEPAGE_H

#include <stddef.h>
#include <stdint.h>

/// Encodes rows of four bytes per pixel (the fourth is ignored) with libjpeg-turbo's default scans.
/// Stores the result in `*bytes`, which the caller frees, and returns its size.
size_t cprogressive_page(
    const uint8_t *pixels, uint32_t width, uint32_t height, int quality, uint8_t **bytes);

#endif
