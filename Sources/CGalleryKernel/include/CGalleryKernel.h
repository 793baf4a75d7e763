// SPDX-License-Identifier: Apache-2.0
//
// The memory of the kernel, and the parts of a C runtime that it needs in a browser. Natively the system's
// allocator is used, and only tests call the rest.
#ifndef CGALLERY_KERNEL_H
#define CGALLERY_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Resizes a block of memory and keeps its contents, or allocates one if `memory` is NULL. Returns NULL,
/// and changes nothing, if there is no memory.
void *cgallery_kernel_resize(void *memory, ptrdiff_t byte_count);

/// Frees a block of memory. NULL is ignored.
void cgallery_kernel_free(void *memory);

/// A 128-bit integer as two halves.
typedef struct {
  uint64_t low;
  uint64_t high;
} cgallery_kernel_wide;

/// Returns the product modulo 2^128.
cgallery_kernel_wide cgallery_kernel_multiply(cgallery_kernel_wide a, cgallery_kernel_wide b);

/// Returns the quotient of signed integers, rounded toward zero. The divisor is not 0.
cgallery_kernel_wide cgallery_kernel_divide(cgallery_kernel_wide a, cgallery_kernel_wide b);

/// Returns the nearest whole number; of two, the one farther from zero.
double cgallery_kernel_round(double number);

/// Compares bytes like memcmp.
int cgallery_kernel_compare(const void *a, const void *b, size_t count);

/// The lists of free blocks of a heap, by size.
#define CGALLERY_KERNEL_BINS 224

/// A heap in one range of memory that may grow at its end.
typedef struct {
  /// The start of the range, aligned to 16 bytes.
  uint8_t *base;
  /// The count of bytes in the range, a multiple of 16.
  uint32_t size;
  /// The offset of the last block, 0 without blocks.
  uint32_t last;
  /// The offset of the first free block of each list, 0 for none.
  uint32_t bins[CGALLERY_KERNEL_BINS];
  /// One bit per list that has blocks.
  uint32_t used[CGALLERY_KERNEL_BINS / 32];
} cgallery_kernel_heap;

/// Adds bytes behind the range, in which nothing else may write. A first call begins the heap with its base.
void cgallery_kernel_heap_grow(cgallery_kernel_heap *heap, uint8_t *base, uint32_t byte_count);

/// Allocates memory. Returns NULL if no free block is large enough.
///
/// The alignment is a power of two.
void *cgallery_kernel_heap_allocate(
    cgallery_kernel_heap *heap, uint32_t byte_count, uint32_t alignment);

/// Frees memory of the heap. NULL is ignored.
void cgallery_kernel_heap_free(cgallery_kernel_heap *heap, void *memory);

/// Returns the count of bytes that can be used at an address of the heap.
uint32_t cgallery_kernel_heap_usable(const void *memory);

/// Checks the heap: sizes of neighbors, lists and bits.
bool cgallery_kernel_heap_is_valid(const cgallery_kernel_heap *heap);

#endif
