// SPDX-License-Identifier: Apache-2.0
#ifndef CGALLERY_PNG_FAILURE_H
#define CGALLERY_PNG_FAILURE_H

#include <setjmp.h>

#include <png.h>

#include "CGalleryPNG.h"

/// The handler of libpng's errors and warnings: errors jump back to the running call, warnings are
/// counted.
typedef struct cgallery_png_failure {
  /// The return point of the running call: each entry point sets it.
  jmp_buf jump;
  cgallery_png_status status;
  uint64_t warning_count;
  /// Whether the first warning ends the running call.
  uint8_t stops_at_warning;
  /// The last error, or the first warning.
  char message[CGALLERY_PNG_MESSAGE_SIZE];
} cgallery_png_failure;

/// The libpng callbacks; their error pointer is a `cgallery_png_failure`.
_Noreturn void cgallery_png_on_error(png_structp codec, png_const_charp message);
void cgallery_png_on_warning(png_structp codec, png_const_charp message);

/// Ends the running call with `status`.
_Noreturn void cgallery_png_fail(
    cgallery_png_failure *failure, cgallery_png_status status, const char *message);

/// malloc and free for libpng.
///
/// After a failed allocation, the next error of libpng has the status CGALLERY_PNG_MEMORY. libpng
/// itself decides whether it can continue without the memory.
png_voidp cgallery_png_allocate(png_structp codec, png_alloc_size_t size);
void cgallery_png_release(png_structp codec, png_voidp block);

#endif
