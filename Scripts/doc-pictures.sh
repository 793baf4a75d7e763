#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Renders the images of the documentation: of GalleryModel and GalleryCompanions, frames of the program's
# demos on a sample document, side by side; of GalleryServer, what Chromium shows.
set -euo pipefail
cd "$(dirname "$0")/.."

Scripts/setup.sh chromium python3
for product in thumbnail-strip gallery-server; do swift build --configuration release --product "$product"; done
program="$(swift build --configuration release --show-bin-path)/thumbnail-strip"

# picture LIBRARY NAME DEMO MOMENTS
picture() {
  "$program" animate SampleDocs/contract --demo "$3" --moments "$4" \
    -o "Sources/$1/$1.docc/Resources/$2.png" \
    --scale 0.4 --fps 20 --color-bits 5
}

picture GalleryModel gallery scroll 0.55,0.75,2.6,3.1,4.75
picture GalleryModel deletion delete 1.3,1.38,1.5,1.56,1.8
picture GalleryCompanions cards cards 0.2,0.7,0.8,2.2,2.9
picture GalleryCompanions split split 0.2,0.6,1.3,2.9,5.6
picture GalleryCompanions drawer drawer 0.2,1.2,1.65,2.6,6.3
picture GalleryCompanions appearance appearance 0.25,0.55,1.0,2.05,3.3
picture GalleryCompanions zoom zoom 0.2,0.55,1.2,2.2,3.7

GALLERY_SERVER="$(dirname "$program")/gallery-server" \
  python3 Tests/Browsers/pictures.py Sources/GalleryServer/GalleryServer.docc/Resources
