// SPDX-License-Identifier: Apache-2.0
#ifndef CGALLERY_JPEG_FAILURE_H
#define CGALLERY_JPEG_FAILURE_H

#include <setjmp.h>
#include <stddef.h>
#include <stdio.h>

#include <jpeglib.h>

#include "CGalleryJPEG.h"

/// A libjpeg error manager that counts warnings, and leaves the running call by longjmp on an
/// error.
typedef struct cgallery_jpeg_failure {
  struct jpeg_error_mgr manager;
  jmp_buf jump;
  cgallery_jpeg_status status;
  uint64_t warning_count;
  uint8_t stops_at_warning;
  char message[CGALLERY_JPEG_MESSAGE_SIZE];
} cgallery_jpeg_failure;

struct jpeg_error_mgr *cgallery_jpeg_failure_attach(cgallery_jpeg_failure *failure);

#endif
