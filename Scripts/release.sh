#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds a release of the server, and runs the tests of the program and those behind nginx with it. The
# optimizer changes code that tests of a debug build have found right: people run the release.
set -euo pipefail
cd "$(dirname "$0")/.."

Scripts/setup.sh
# A release contains no engine unless it is asked for.
build=(env -u PAGE_GALLERY_ENGINES swift build -c release)
"${build[@]}" --product gallery-server
GALLERY_SERVER="$("${build[@]}" --show-bin-path)/gallery-server"
export GALLERY_SERVER
Scripts/test.sh --filter 'GalleryServerTests\..*Program|GalleryServerTests\.(KilledServer|ServiceManager)'
Scripts/proxies.sh nginx
