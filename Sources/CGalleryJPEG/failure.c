// SPDX-License-Identifier: Apache-2.0
#include "failure.h"

#include <string.h>

#include <jerror.h>

_Static_assert(CGALLERY_JPEG_MESSAGE_SIZE >= JMSG_LENGTH_MAX, "libjpeg's messages must fit");

static cgallery_jpeg_status status_of(int message_code) {
  switch (message_code) {
    case JERR_OUT_OF_MEMORY:
    case JERR_NO_BACKING_STORE:
      return CGALLERY_JPEG_MEMORY;
    case JERR_FILE_READ:
      return CGALLERY_JPEG_IO;
    default:
      return CGALLERY_JPEG_CORRUPT;
  }
}

static void error_exit(j_common_ptr codec) {
  cgallery_jpeg_failure *failure = (cgallery_jpeg_failure *)codec->err;
  failure->status = status_of(codec->err->msg_code);
  (*codec->err->format_message)(codec, failure->message);
  longjmp(failure->jump, 1);
}

// Level -1 is a warning; levels >= 0 are trace output. A JFIF version unknown to libjpeg is not
// damage, unless the first warning ends the decoding.
static void emit_message(j_common_ptr codec, int level) {
  cgallery_jpeg_failure *failure = (cgallery_jpeg_failure *)codec->err;
  if (level >= 0) return;
  if (!failure->stops_at_warning && codec->err->msg_code == JWRN_JFIF_MAJOR) return;
  if (failure->warning_count++ == 0) (*codec->err->format_message)(codec, failure->message);
  if (!failure->stops_at_warning) return;
  failure->status = CGALLERY_JPEG_WARNED;
  longjmp(failure->jump, 1);
}

static void output_message(j_common_ptr codec) { (void)codec; }

struct jpeg_error_mgr *cgallery_jpeg_failure_attach(cgallery_jpeg_failure *failure) {
  struct jpeg_error_mgr *manager = jpeg_std_error(&failure->manager);
  manager->error_exit = error_exit;
  manager->emit_message = emit_message;
  manager->output_message = output_message;
  return manager;
}
