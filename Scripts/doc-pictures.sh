#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes the pictures of GalleryModel's documentation: the demos of the program on a sample document.
set -euo pipefail
cd "$(dirname "$0")/.."

Scripts/setup.sh
swift build --configuration release --product thumbnail-strip
program="$(swift build --configuration release --show-bin-path)/thumbnail-strip"
for demo in cards split drawer appearance zoom; do
  "$program" animate SampleDocs/contract --demo "$demo" \
    -o "Sources/GalleryModel/GalleryModel.docc/Resources/$demo.png" \
    --scale 0.3 --fps 5 --color-bits 4
done
