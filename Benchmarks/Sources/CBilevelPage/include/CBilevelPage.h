// SPDX-License-Identifier: Apache-2.0
//
// A PNG of a bit a pixel to measure with: the product itself writes none.
#ifndef CBILEVELPAGE_H
#define CBILEVELPAGE_H

#include <stddef.h>
#include <stdint.h>

/// Encodes rows of whole bytes, the highest bit first and 1 white, with the filters that libpng
/// chooses, and returns how many bytes were written to `*bytes`, which the caller frees.
size_t cbilevel_page(const uint8_t *bits, uint32_t width, uint32_t height, uint8_t **bytes);

#endif
