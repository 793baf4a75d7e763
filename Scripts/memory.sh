#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds a release and measures the peak memory of thumbnails of very large pages; see measure/memory.py.
#
# usage: memory.sh [--debug]    --debug uses a debug build, and measures fewer sizes
set -euo pipefail
cd "$(dirname "$0")/.."

Scripts/setup.sh
case "${1:-}" in
  "")
    # A release contains no engine unless it is asked for.
    build=(env -u PAGE_GALLERY_ENGINES swift build -c release)
    ;;
  --debug) build=(swift build) ;;
  *) sed -n '5s/^# //p' "$0" >&2; exit 64 ;;
esac
"${build[@]}" --product thumbnail-strip
exec python3 Scripts/measure/memory.py "$@" "$("${build[@]}" --show-bin-path)/thumbnail-strip"
