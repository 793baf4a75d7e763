// SPDX-License-Identifier: Apache-2.0
//
// A progressive JPEG to measure with: the product itself writes none.
#ifndef CPROGRESSIVEPAGE_H
#define CPROGRESSIVEPAGE_H

#include <stddef.h>
#include <stdint.h>

/// Encodes rows of four bytes a pixel, of which the fourth means nothing, with the scans that
/// libjpeg-turbo proposes, and returns how many bytes were written to `*bytes`, which the caller frees.
size_t cprogressive_page(
    const uint8_t *pixels, uint32_t width, uint32_t height, int quality, uint8_t **bytes);

#endif
