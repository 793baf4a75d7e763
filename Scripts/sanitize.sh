#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs the tests of PageImaging under the address sanitizer, in a separate build. Arguments are passed to
# `swift test`.
set -euo pipefail
cd "$(dirname "$0")/.."

Scripts/setup.sh
# Optimized builds run these tests in a fifth of the time; overflow and index checks stay enabled.
PAGE_GALLERY_DECODERS_ONLY=1 ASAN_OPTIONS=detect_leaks=0 swift test --sanitize=address \
  --scratch-path .build-sanitized -Xswiftc -O -Xcc -O2 --disable-xctest "$@"
