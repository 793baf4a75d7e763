// SPDX-License-Identifier: Apache-2.0
//
// The files of the web viewer, as constants of the program.
#ifndef CVIEWER_ASSETS_H
#define CVIEWER_ASSETS_H

#include <stddef.h>
#include <stdint.h>

/// A file with its name, which has its folder, and the same bytes as a gzip stream (RFC 1952).
typedef struct {
  const char *name;
  const uint8_t *bytes;
  size_t count;
  const uint8_t *gzip;
  size_t gzip_count;
} cgallery_asset;

/// The number of files.
size_t cgallery_asset_count(void);

/// Returns a file. The files are in the order of the bytes of their names.
cgallery_asset cgallery_asset_at(size_t index);

#endif
