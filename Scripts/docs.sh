#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the documentation of all libraries and fails on every warning: links that lead nowhere,
# parameters that are not there, pictures that are missing. Fails too if an example stands in no test.
# With a folder as argument, the archives of the documentation are kept there.
set -euo pipefail
cd "$(dirname "$0")/.."

libraries=(GalleryModel PageImaging PageStorage StripRendering PageGallery)

Scripts/snippets.py

build="$(swift build --show-bin-path)"
if [ ! -e "$build/Modules/PageGallery.swiftmodule" ]; then swift build; fi
graphs="$(mktemp -d)"
trap 'rm -rf "$graphs"' EXIT
output="${1:-$graphs}"
mkdir -p "$output"

# The modules of C that the libraries stand on.
options=()
for map in Sources/*/include Sources/CLib* .build/checkouts/*/Sources/*/include \
  .build/checkouts/GRDB.swift/Sources/GRDBSQLite; do
  if [ -e "$map/module.modulemap" ]; then
    options+=(-Xcc "-fmodule-map-file=$map/module.modulemap")
  fi
done
for map in "$build"/*.build/module.modulemap; do
  [ -e "$map" ] && options+=(-Xcc "-fmodule-map-file=$map")
done

target="$(swift -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)".*/\1/p' | head -1)"
for library in "${libraries[@]}"; do
  echo "docs: $library"
  mkdir "$graphs/$library"
  swift symbolgraph-extract -module-name "$library" -target "$target" -I "$build/Modules" \
    "${options[@]}" -output-dir "$graphs/$library" -minimum-access-level public
  docc convert "Sources/$library/$library.docc" \
    --additional-symbol-graph-dir "$graphs/$library" \
    --fallback-display-name "$library" --fallback-bundle-identifier "$library" \
    --output-path "$output/$library.doccarchive" --warnings-as-errors
done
