#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds a release and measures the peak memory of thumbnails of very large pages; see measure/memory.py.
set -euo pipefail
cd "$(dirname "$0")/.."

Scripts/setup.sh
swift build -c release --product thumbnail-strip
exec python3 Scripts/measure/memory.py "$(swift build -c release --show-bin-path)/thumbnail-strip"
