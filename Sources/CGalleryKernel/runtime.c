// SPDX-License-Identifier: Apache-2.0
//
// The C runtime of the kernel in a browser: names that compiled Swift expects. Natively the memory is that
// of the system.
#include "CGalleryKernel.h"

#ifndef __wasm__

#include <stdlib.h>

void *cgallery_kernel_resize(void *memory, ptrdiff_t byte_count) {
  return realloc(memory, (size_t)byte_count);
}

void cgallery_kernel_free(void *memory) { free(memory); }

#else

extern uint8_t __heap_base;

static cgallery_kernel_heap heap;

enum { page = 65536 };

// Adds memory behind the heap: at least an eighth of what there is, because growing detaches the views of
// the script.
static bool grow(uint32_t byte_count) {
  uint32_t pages = (uint32_t)__builtin_wasm_memory_size(0);
  uint32_t wanted = (byte_count + page - 1) / page;
  uint32_t more = wanted > pages / 8 ? wanted : pages / 8;
  if (__builtin_wasm_memory_grow(0, more) == (size_t)-1) {
    more = wanted;
    if (__builtin_wasm_memory_grow(0, more) == (size_t)-1) return false;
  }
  cgallery_kernel_heap_grow(&heap, heap.base, more * page);
  return true;
}

// The rest of the pages that the module begins with.
static void begin(void) {
  uintptr_t start = ((uintptr_t)&__heap_base + 15) & ~(uintptr_t)15;
  uintptr_t end = (uintptr_t)__builtin_wasm_memory_size(0) * page;
  cgallery_kernel_heap_grow(&heap, (uint8_t *)start, (uint32_t)(end - start));
}

static void *allocate(size_t byte_count, size_t alignment) {
  if (heap.size == 0) begin();
  void *memory = cgallery_kernel_heap_allocate(&heap, (uint32_t)byte_count, (uint32_t)alignment);
  if (memory != NULL || byte_count > 0x70000000) return memory;
  // A list may hold blocks an eighth too small: ask for so much more.
  if (!grow((uint32_t)(byte_count + byte_count / 8 + alignment + 256))) return NULL;
  return cgallery_kernel_heap_allocate(&heap, (uint32_t)byte_count, (uint32_t)alignment);
}

void *malloc(size_t byte_count) { return allocate(byte_count, 16); }

int posix_memalign(void **result, size_t alignment, size_t byte_count) {
  void *memory = allocate(byte_count, alignment);
  if (memory == NULL) return 12;
  *result = memory;
  return 0;
}

void free(void *memory) { cgallery_kernel_heap_free(&heap, memory); }

void *cgallery_kernel_resize(void *memory, ptrdiff_t byte_count) {
  void *moved = allocate((size_t)byte_count, 16);
  if (moved == NULL || memory == NULL) return moved;
  size_t old = cgallery_kernel_heap_usable(memory);
  __builtin_memcpy(moved, memory, old < (size_t)byte_count ? old : (size_t)byte_count);
  free(memory);
  return moved;
}

void cgallery_kernel_free(void *memory) { free(memory); }

// The seed of hash tables. Nothing that the kernel returns depends on it; a constant one gives the same
// memory in each run.
void arc4random_buf(void *bytes, size_t count) { __builtin_memset(bytes, 0, count); }

double round(double number) { return cgallery_kernel_round(number); }

int memcmp(const void *a, const void *b, size_t count) { return cgallery_kernel_compare(a, b, count); }

static cgallery_kernel_wide halves(__int128 number) {
  return (cgallery_kernel_wide){(uint64_t)number, (uint64_t)((unsigned __int128)number >> 64)};
}

static __int128 joined(cgallery_kernel_wide number) {
  return (__int128)(((unsigned __int128)number.high << 64) | number.low);
}

__int128 __multi3(__int128 a, __int128 b) {
  return joined(cgallery_kernel_multiply(halves(a), halves(b)));
}

__int128 __divti3(__int128 a, __int128 b) {
  return joined(cgallery_kernel_divide(halves(a), halves(b)));
}

#endif
