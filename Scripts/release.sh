#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds a release of both programs, runs the tests of programs and those behind nginx with it, and measures its peak
# memory. The optimizer changes code that tests of a debug build have found right: people run the release.
set -euo pipefail
cd "$(dirname "$0")/.."

Scripts/setup.sh
# Without engines, as people get it.
build=(env -u PAGE_GALLERY_ENGINES swift build -c release)
for product in gallery-server thumbnail-strip; do "${build[@]}" --product "$product"; done
folder="$("${build[@]}" --show-bin-path)"
export GALLERY_SERVER="$folder/gallery-server" GALLERY_STRIP="$folder/thumbnail-strip"
Scripts/test.sh --filter 'GalleryServerTests\..*Program|GalleryServerTests\.(KilledServer|ServiceManager)|ThumbnailStripTests' --skip 'ThumbnailStripTests\.Watch'
Scripts/proxies.sh nginx
Scripts/memory.sh
