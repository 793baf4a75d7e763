// SPDX-License-Identifier: Apache-2.0

#include "CGallerySQLite.h"

#include <errno.h>
#include <sys/vfs.h>

int32_t cgallery_file_system_kind(int32_t descriptor, uint32_t *kind) {
  struct statfs status;
  if (fstatfs(descriptor, &status) != 0) return errno;
  *kind = (uint32_t)status.f_type;
  return 0;
}
