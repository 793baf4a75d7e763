#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Compares the fast decoders with libjpeg and libpng on a corpus of hostile images under the address
# sanitizer; then builds a release and checks it against the corpus, see measure/corpus.py.
#
# usage: Scripts/corpus.sh CORPUS
set -euo pipefail
corpus="$(cd "$1" && pwd)"
cd "$(dirname "$0")/.."

GALLERY_CORPUS="$corpus" Scripts/sanitize.sh --filter CorpusTests
# A release contains no engine unless it is asked for.
build=(env -u PAGE_GALLERY_ENGINES swift build -c release)
"${build[@]}" --product thumbnail-strip
exec python3 Scripts/measure/corpus.py "$corpus" \
  "$("${build[@]}" --show-bin-path)/thumbnail-strip"
