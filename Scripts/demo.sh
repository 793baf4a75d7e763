#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds a release, and renders the thumbnail strip and an animated gallery of a sample document.
set -euo pipefail
cd "$(dirname "$0")/.."

Scripts/setup.sh
echo "demo: building a release (the first build takes some minutes)"
swift build -c release --product thumbnail-strip
program="$(swift build -c release --show-bin-path)/thumbnail-strip"

picture=strip.png
"$program" SampleDocs/contract --active 3 -o "$picture"
echo "demo: the strip of SampleDocs/contract with page 3 open is in $PWD/$picture"
"$program" animate SampleDocs/contract --demo scroll -o gallery.png
echo "demo: the animated gallery is in $PWD/gallery.png, an APNG that browsers play"
if [ -t 1 ]; then
  "$program" SampleDocs/contract --active 3
fi
echo "demo: the program is $program"
echo "demo: now try: $program YOUR_SCANS/ -o strip.png --active 3"
