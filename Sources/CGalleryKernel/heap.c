// SPDX-License-Identifier: Apache-2.0
//
// A heap with boundary tags and lists of free blocks by size. Blocks lie side by side:
//
//     | header | bytes ... | header | bytes ... |
//
// A header knows the size of its block and of the one before it, so that a freed block merges with free
// neighbors at once. Sizes are multiples of 16. Up to 256 bytes each size has a list of its own; above, eight
// lists divide each power of two. All blocks of a list that was chosen for a size are large enough, so that
// allocating and freeing take constant time.
#include "CGalleryKernel.h"

typedef struct {
  // The size in bytes with the header; bit 0 is set if the block is free.
  uint32_t tag;
  uint32_t previous_size;
  // The neighbors in the list, in a free block.
  uint32_t next;
  uint32_t back;
} block;

enum { header = 8, smallest = 32, unit = 16 };

// Offset 0 stands for no block: the first block lies behind 8 bytes, which align what follows headers.
static const uint32_t first = 8;

static block *at(const cgallery_kernel_heap *heap, uint32_t offset) {
  return (block *)(void *)(heap->base + offset);
}

static uint32_t size_of(const block *b) { return b->tag & ~1u; }

static bool is_free(const block *b) { return (b->tag & 1) != 0; }

// The list of a size. Lists begin at multiples of an eighth of a power of two.
static uint32_t bin_of(uint32_t size) {
  uint32_t units = size / unit;
  if (units < 16) return units;
  uint32_t power = 31 - (uint32_t)__builtin_clz(units);
  return 16 + (power - 4) * 8 + ((units >> (power - 3)) & 7);
}

// The smallest size of which all larger ones in the same list suffice.
static uint32_t rounded(uint32_t size) {
  uint32_t units = size / unit;
  if (units < 16) return size;
  uint32_t step = 1u << (31 - (uint32_t)__builtin_clz(units) - 3);
  return ((units + step - 1) & ~(step - 1)) * unit;
}

static void add(cgallery_kernel_heap *heap, uint32_t offset) {
  block *b = at(heap, offset);
  uint32_t bin = bin_of(size_of(b));
  b->tag |= 1;
  b->next = heap->bins[bin];
  b->back = 0;
  if (b->next != 0) at(heap, b->next)->back = offset;
  heap->bins[bin] = offset;
  heap->used[bin / 32] |= 1u << (bin % 32);
}

static void take(cgallery_kernel_heap *heap, uint32_t offset) {
  block *b = at(heap, offset);
  uint32_t bin = bin_of(size_of(b));
  if (b->next != 0) at(heap, b->next)->back = b->back;
  if (b->back != 0) {
    at(heap, b->back)->next = b->next;
  } else {
    heap->bins[bin] = b->next;
    if (b->next == 0) heap->used[bin / 32] &= ~(1u << (bin % 32));
  }
  b->tag &= ~1u;
}

// Sets the size of a block that is not in a list, and tells the block behind it.
static void set_size(cgallery_kernel_heap *heap, uint32_t offset, uint32_t size) {
  at(heap, offset)->tag = size;
  if (offset == heap->last || heap->last < offset) {
    heap->last = offset;
  } else {
    at(heap, offset + size)->previous_size = size;
  }
}

// Cuts a block that is not in a list in two. Returns the second one.
static uint32_t cut(cgallery_kernel_heap *heap, uint32_t offset, uint32_t size) {
  uint32_t rest = size_of(at(heap, offset)) - size;
  uint32_t second = offset + size;
  bool was_last = offset == heap->last;
  at(heap, offset)->tag = size;
  at(heap, second)->previous_size = size;
  if (was_last) heap->last = second;
  set_size(heap, second, rest);
  return second;
}

// Adds a block to its list, together with free neighbors.
static void release(cgallery_kernel_heap *heap, uint32_t offset) {
  uint32_t size = size_of(at(heap, offset));
  if (offset != heap->last && is_free(at(heap, offset + size))) {
    uint32_t behind = offset + size;
    take(heap, behind);
    if (behind == heap->last) heap->last = offset;
    size += size_of(at(heap, behind));
    set_size(heap, offset, size);
  }
  uint32_t before = at(heap, offset)->previous_size;
  if (before != 0 && is_free(at(heap, offset - before))) {
    take(heap, offset - before);
    if (offset == heap->last) heap->last = offset - before;
    offset -= before;
    set_size(heap, offset, before + size);
  }
  add(heap, offset);
}

void cgallery_kernel_heap_grow(cgallery_kernel_heap *heap, uint8_t *base, uint32_t byte_count) {
  uint32_t start = heap->size == 0 ? first : heap->size - first;
  byte_count &= ~(uint32_t)(unit - 1);
  if (heap->size == 0) heap->base = base;
  if (byte_count < 2 * unit + smallest) return;
  uint32_t before = heap->last == 0 ? 0 : size_of(at(heap, heap->last));
  // The last 8 bytes of the range remain free, as the first 8 do.
  uint32_t size = heap->size == 0 ? byte_count - unit : byte_count;
  heap->size += byte_count;
  at(heap, start)->previous_size = before;
  heap->last = start;
  at(heap, start)->tag = size;
  release(heap, start);
}

// Returns the first block of the lists from one on, 0 for none.
static uint32_t find(const cgallery_kernel_heap *heap, uint32_t bin) {
  if (bin >= CGALLERY_KERNEL_BINS) return 0;
  uint32_t word = bin / 32;
  uint32_t bits = heap->used[word] & (~0u << (bin % 32));
  while (bits == 0) {
    if (++word == CGALLERY_KERNEL_BINS / 32) return 0;
    bits = heap->used[word];
  }
  return heap->bins[word * 32 + (uint32_t)__builtin_ctz(bits)];
}

void *cgallery_kernel_heap_allocate(
    cgallery_kernel_heap *heap, uint32_t byte_count, uint32_t alignment) {
  if (byte_count > 0x70000000 || alignment > 0x1000000) return NULL;
  uint32_t size = (byte_count + header + unit - 1) & ~(uint32_t)(unit - 1);
  if (size < smallest) size = smallest;
  uint32_t slack = alignment > unit ? alignment + smallest : 0;
  uint32_t offset = find(heap, bin_of(rounded(size + slack)));
  if (offset == 0) return NULL;
  take(heap, offset);
  if (slack != 0) {
    uintptr_t bytes = (uintptr_t)(heap->base + offset + header);
    uint32_t shift = (uint32_t)(-bytes & (alignment - 1));
    while (shift != 0 && shift < smallest) shift += alignment;
    if (shift != 0) {
      uint32_t aligned = cut(heap, offset, shift);
      release(heap, offset);
      offset = aligned;
    }
  }
  if (size_of(at(heap, offset)) - size >= smallest) release(heap, cut(heap, offset, size));
  return heap->base + offset + header;
}

void cgallery_kernel_heap_free(cgallery_kernel_heap *heap, void *memory) {
  if (memory == NULL) return;
  release(heap, (uint32_t)((uint8_t *)memory - heap->base) - header);
}

uint32_t cgallery_kernel_heap_usable(const void *memory) {
  return size_of((const block *)(const void *)((const uint8_t *)memory - header)) - header;
}

bool cgallery_kernel_heap_is_valid(const cgallery_kernel_heap *heap) {
  if (heap->size == 0) return true;
  uint32_t offset = first, before = 0, free_count = 0;
  bool was_free = false;
  for (;;) {
    const block *b = at(heap, offset);
    uint32_t size = size_of(b);
    if (size < smallest || size % unit != 0 || b->previous_size != before) return false;
    if (is_free(b) && was_free) return false;
    was_free = is_free(b);
    if (was_free) free_count++;
    if (offset == heap->last) return offset + size + first == heap->size && free_count <= heap->size;
    before = size;
    offset += size;
    if (offset >= heap->size) return false;
  }
}
