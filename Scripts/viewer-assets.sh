#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Writes Sources/CViewerAssets/assets.c, which embeds the files of Viewer that a browser loads.
#
# usage: viewer-assets.sh [--check]    --check fails if the file does not list exactly these
set -euo pipefail
cd "$(dirname "$0")/.."

file=Sources/CViewerAssets/assets.c
check=false
case "${1:-}" in
  "") ;;
  --check) check=true ;;
  *) sed -n '5s/^# //p' "$0" >&2; exit 64 ;;
esac

names() { find Viewer -maxdepth 1 -type f \( -name '*.js' -o -name '*.css' -o -name '*.svg' -o -name '*.wasm' \) -printf '%f\n' | LC_ALL=C sort; }
identifier() { echo "file_$1" | tr -c 'A-Za-z0-9\n' _; }

write() {
  printf '// SPDX-License-Identifier: Apache-2.0\n//\n// Written by Scripts/viewer-assets.sh.\n#include "CViewerAssets.h"\n\n#pragma clang diagnostic ignored "-Wc23-extensions"\n'
  local name
  while read -r name; do
    printf '\nstatic const uint8_t %s[] = {\n#embed "../../Viewer/%s"\n};\n' "$(identifier "$name")" "$name"
  done < <(names)
  printf '\n#define FILE(name, bytes) {name, bytes, sizeof bytes}\n\nstatic const cgallery_asset assets[] = {\n'
  while read -r name; do printf '    FILE("%s", %s),\n' "$name" "$(identifier "$name")"; done < <(names)
  printf '};\n\nsize_t cgallery_asset_count(void) { return sizeof assets / sizeof assets[0]; }\n'
  printf '\ncgallery_asset cgallery_asset_at(size_t index) { return assets[index]; }\n'
}

if ! $check; then
  write >"$file"
elif ! write | diff "$file" - >&2; then
  echo "viewer-assets: $file is not up to date; run Scripts/viewer-assets.sh" >&2
  exit 1
fi
