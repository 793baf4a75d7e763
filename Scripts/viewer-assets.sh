#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Writes what the server embeds: Viewer/compact, the files of Viewer as browsers get them, and
# Sources/CViewerAssets/assets.c, which lists them. The gzip encoder comes from PyPI, into a folder that git ignores.
#
# usage: viewer-assets.sh [--check]    --check fails if they are not what it would write, and needs no encoder
set -euo pipefail
cd "$(dirname "$0")/.."

file=Sources/CViewerAssets/assets.c
check=false
case "${1:-}" in
  "") ;;
  --check) check=true ;;
  *) sed -n '6s/^# //p' "$0" >&2; exit 64 ;;
esac

# Each file of the server is there with gzip.
names() { find Viewer/compact -name '*.gz' -printf '%P\n' | sed 's/[.]gz$//' | LC_ALL=C sort; }
identifier() { echo "$1" | tr -c 'A-Za-z0-9\n' _; }

# embed VARIABLE PATH
embed() { printf '\nstatic const uint8_t %s[] = {\n#embed "../../Viewer/%s"\n};\n' "$1" "$2"; }

write() {
  printf '// SPDX-License-Identifier: Apache-2.0\n//\n// Written by Scripts/viewer-assets.sh.\n#include "CViewerAssets.h"\n\n#pragma clang diagnostic ignored "-Wc23-extensions"\n'
  local name plain
  while read -r name; do
    case "$name" in *.js | *.css) plain="compact/$name" ;; *) plain="$name" ;; esac
    embed "file_$(identifier "$name")" "$plain"
    embed "gzip_$(identifier "$name")" "compact/$name.gz"
  done < <(names)
  printf '\n#define FILE(name, id) {name, file_##id, sizeof file_##id, gzip_##id, sizeof gzip_##id}\n\nstatic const cgallery_asset assets[] = {\n'
  while read -r name; do printf '    FILE("%s", %s),\n' "$name" "$(identifier "$name")"; done < <(names)
  printf '};\n\nsize_t cgallery_asset_count(void) { return sizeof assets / sizeof assets[0]; }\n'
  printf '\ncgallery_asset cgallery_asset_at(size_t index) { return assets[index]; }\n'
}

if ! $check; then
  tools=.build-tools
  python3 -c 'import ensurepip, venv' 2>/dev/null || Scripts/setup.sh python3-venv
  [ -x "$tools/bin/pip" ] || python3 -m venv "$tools"
  "$tools/bin/python" -c 'import zopfli.gzip' 2>/dev/null ||
    "$tools/bin/pip" install --quiet --disable-pip-version-check zopfli==0.4.3
  mkdir -p Viewer/compact
  "$tools/bin/python" Scripts/viewer/compact Viewer Viewer/compact
  write >"$file"
elif ! { python3 Scripts/viewer/compact Viewer Viewer/compact --check && write | diff "$file" - >&2; }; then
  echo "viewer-assets: Viewer/compact or $file is not up to date; run Scripts/viewer-assets.sh" >&2
  exit 1
fi
