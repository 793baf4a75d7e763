#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds a release and walks over a corpus of hostile images; see corpus.py.
# usage: Scripts/corpus.sh CORPUS
set -euo pipefail
corpus="$(cd "$1" && pwd)"
cd "$(dirname "$0")/.."

Scripts/setup.sh
swift build -c release --product thumbnail-strip
exec python3 Scripts/corpus.py "$corpus" \
  "$(swift build -c release --show-bin-path)/thumbnail-strip"
