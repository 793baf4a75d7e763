// SPDX-License-Identifier: Apache-2.0
#include "failure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void keep_message(cgallery_png_failure *failure, const char *message) {
  snprintf(failure->message, sizeof failure->message, "%s", message);
}

_Noreturn void cgallery_png_fail(
    cgallery_png_failure *failure, cgallery_png_status status, const char *message) {
  failure->status = status;
  keep_message(failure, message);
  longjmp(failure->jump, 1);
}

// libpng reports a failed allocation as an ordinary error; by then the allocator has set the
// status.
_Noreturn void cgallery_png_on_error(png_structp codec, png_const_charp message) {
  cgallery_png_failure *failure = png_get_error_ptr(codec);
  cgallery_png_status status =
      failure->status == CGALLERY_PNG_MEMORY ? CGALLERY_PNG_MEMORY : CGALLERY_PNG_CORRUPT;
  cgallery_png_fail(failure, status, message);
}

// These warnings do not affect the pixels. Compressed data after the last row have no meaning, so
// an IDAT chunk may be longer than libpng expects. Other chunks that are too long are skipped.
static int is_harmless(const char *message) {
  return strcmp(message, "IDAT: Extra compressed data") == 0 ||
      strstr(message, ": chunk data is too large") != NULL;
}

void cgallery_png_on_warning(png_structp codec, png_const_charp message) {
  cgallery_png_failure *failure = png_get_error_ptr(codec);
  if (!failure->stops_at_warning && is_harmless(message)) return;
  if (failure->warning_count++ == 0) keep_message(failure, message);
  if (!failure->stops_at_warning) return;
  failure->status = CGALLERY_PNG_WARNED;
  longjmp(failure->jump, 1);
}

png_voidp cgallery_png_allocate(png_structp codec, png_alloc_size_t size) {
  void *block = malloc(size);
  if (block == NULL) {
    cgallery_png_failure *failure = png_get_error_ptr(codec);
    if (failure != NULL) failure->status = CGALLERY_PNG_MEMORY;
  }
  return block;
}

void cgallery_png_release(png_structp codec, png_voidp block) {
  (void)codec;
  free(block);
}
