#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds a release of both programs, runs the tests of programs and those behind nginx with it, and measures its peak
# memory. The optimizer changes code that tests of a debug build have found right: people run the release.
set -euo pipefail
cd "$(dirname "$0")/.."

Scripts/setup.sh
source Scripts/programs.sh
build_programs
Scripts/test.sh --filter 'GalleryServerTests\..*Program|GalleryServerTests\.(KilledServer|ServiceManager)|ThumbnailStripTests' --skip 'ThumbnailStripTests\.Watch'
Scripts/proxies.sh nginx
Scripts/memory.sh
