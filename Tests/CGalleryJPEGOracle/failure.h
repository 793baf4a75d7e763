// SPDX-License-Identifier: Apache-2.0
// libjpeg's error handler: errors jump, warnings are counted, and nothing is printed.
#ifndef CGALLERY_JPEG_ORACLE_FAILURE_H
#define CGALLERY_JPEG_ORACLE_FAILURE_H

#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <jpeglib.h>

typedef struct failure {
  struct jpeg_error_mgr manager;
  jmp_buf jump;
  uint64_t warning_count;
} failure;

static inline void error_exit(j_common_ptr codec) { longjmp(((failure *)codec->err)->jump, 1); }

static inline void emit_message(j_common_ptr codec, int level) {
  if (level < 0) ((failure *)codec->err)->warning_count++;
}

static inline void output_message(j_common_ptr codec) { (void)codec; }

static inline struct jpeg_error_mgr *attach(failure *failure) {
  memset(failure, 0, sizeof *failure);
  struct jpeg_error_mgr *manager = jpeg_std_error(&failure->manager);
  manager->error_exit = error_exit;
  manager->emit_message = emit_message;
  manager->output_message = output_message;
  return manager;
}

#endif
