// SPDX-License-Identifier: Apache-2.0
//
// A 1-bit PNG for benchmarks: the product itself writes none.
#ifndef CBILEVELPAGE_H
#define CBILEVELPAGE_H

#include <stddef.h>
#include <stdint.h>

/// Encodes rows of whole bytes, highest bit first, 1 is white, with the filters that libpng
/// chooses. Stores the result in `*bytes`, which the caller frees, and returns its size.
size_t cbilevel_page(const uint8_t *bits, uint32_t width, uint32_t height, uint8_t **bytes);

#endif
