#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Compares the fast decoders with libjpeg and libpng on a corpus of hostile images, builds a release, and
# walks over the corpus; see corpus.py.
# usage: Scripts/corpus.sh CORPUS
set -euo pipefail
corpus="$(cd "$1" && pwd)"
cd "$(dirname "$0")/.."

Scripts/setup.sh
GALLERY_CORPUS="$corpus" swift test --disable-xctest --filter CorpusTests
swift build -c release --product thumbnail-strip
exec python3 Scripts/corpus.py "$corpus" \
  "$(swift build -c release --show-bin-path)/thumbnail-strip"
