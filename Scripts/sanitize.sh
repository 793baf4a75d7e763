#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs the tests of PageImaging under the address sanitizer, in a build of their own. Arguments go to
# `swift test`.
set -euo pipefail
cd "$(dirname "$0")/.."

Scripts/setup.sh
# Optimized, because the tests then take a fifth of the time; overflow and indexes are checked all
# the same.
PAGE_GALLERY_DECODERS_ONLY=1 ASAN_OPTIONS=detect_leaks=0 swift test --sanitize=address \
  --scratch-path .build-sanitized -Xswiftc -O -Xcc -O2 --disable-xctest "$@"
