#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds a release of both programs, and runs the tests of programs and those behind nginx with it. The
# optimizer changes code that tests of a debug build have found right: people run the release.
set -euo pipefail
cd "$(dirname "$0")/.."

Scripts/setup.sh
# A release contains no engine unless it is asked for.
build=(env -u PAGE_GALLERY_ENGINES swift build -c release)
for product in gallery-server thumbnail-strip; do "${build[@]}" --product "$product"; done
GALLERY_SERVER="$("${build[@]}" --show-bin-path)/gallery-server"
GALLERY_STRIP="$("${build[@]}" --show-bin-path)/thumbnail-strip"
export GALLERY_SERVER GALLERY_STRIP
Scripts/test.sh --filter 'GalleryServerTests\..*Program|GalleryServerTests\.(KilledServer|ServiceManager)|ThumbnailStripTests'
Scripts/proxies.sh nginx
