#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Compares the fast decoders with libjpeg and libpng on a corpus of hostile images under the address
# sanitizer; then builds a release and checks it against the corpus, see measure/corpus.py.
#
# usage: corpus.sh [--debug] CORPUS    --debug checks a debug build instead of a release
set -euo pipefail

# A release contains no engine unless it is asked for.
build=(env -u PAGE_GALLERY_ENGINES swift build -c release)
if [ "${1:-}" = --debug ]; then
  build=(swift build)
  shift
fi
if [ $# -ne 1 ]; then
  sed -n '6s/^# //p' "$0" >&2
  exit 64
fi
corpus="$(cd "$1" && pwd)"
cd "$(dirname "$0")/.."

GALLERY_CORPUS="$corpus" Scripts/sanitize.sh --filter CorpusTests
"${build[@]}" --product thumbnail-strip
exec python3 Scripts/measure/corpus.py "$corpus" \
  "$("${build[@]}" --show-bin-path)/thumbnail-strip"
