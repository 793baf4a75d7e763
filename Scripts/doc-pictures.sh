#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Renders the images of GalleryModel's documentation: frames of the program's demos on a sample document,
# side by side.
set -euo pipefail
cd "$(dirname "$0")/.."

Scripts/setup.sh
swift build --configuration release --product thumbnail-strip
program="$(swift build --configuration release --show-bin-path)/thumbnail-strip"

# picture NAME DEMO MOMENTS
picture() {
  "$program" animate SampleDocs/contract --demo "$2" --moments "$3" \
    -o "Sources/GalleryModel/GalleryModel.docc/Resources/$1.png" \
    --scale 0.4 --fps 20 --color-bits 5
}

picture gallery scroll 0.55,0.75,2.6,3.1,4.75
picture deletion delete 1.3,1.38,1.5,1.56,1.8
picture cards cards 0.2,0.7,0.8,2.2,2.9
picture split split 0.2,0.6,1.3,2.9,5.6
picture drawer drawer 0.2,1.2,1.65,2.6,6.3
picture appearance appearance 0.25,0.55,1.0,2.05,3.3
picture zoom zoom 0.2,0.55,1.2,2.2,3.7
