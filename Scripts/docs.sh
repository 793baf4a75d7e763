#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds a static site with the documentation of all libraries, and fails on every warning: dead links,
# unknown parameters, missing images. First compiles the snippets of all documents; finally checks the
# site, also with a web server.
#
# usage: docs.sh [FOLDER]    keeps the site in the folder; replaces an earlier site there
set -euo pipefail
cd "$(dirname "$0")/.."

# Each library may link to those before it.
libraries=(
  GalleryGeometry GalleryPages GalleryMotion GalleryModel GalleryCompanions GallerySharing GalleryReplay
  ViewerKernel PageImaging PageStorage StripRendering PageGallery GalleryClient GalleryServer
)

if [ $# -gt 0 ] && [ -n "$(ls -A "$1" 2>/dev/null)" ] && [ ! -e "$1/documentation/gallerymodel" ]; then
  echo "docs: $1 is not empty and contains no earlier site; choose another folder" >&2
  exit 64
fi

swift build --quiet
Scripts/snippets.py

work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
mapfile -t flags < <(Scripts/documents/built_libraries.py)
target="$(swift -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)".*/\1/p' | head -1)"

# Leaves out synthesized members, which the standard library adds to each conforming type.
extract_symbols() {
  mkdir "$work/$1"
  swift symbolgraph-extract -module-name "$1" -target "$target" "${flags[@]}" \
    -output-dir "$work/$1" -minimum-access-level public -skip-synthesized-members
}

archives=()
for library in "${libraries[@]}"; do
  echo "docs: $library"
  extract_symbols "$library"
  docc convert "Sources/$library/$library.docc" \
    --additional-symbol-graph-dir "$work/$library" \
    --fallback-display-name "$library" --fallback-bundle-identifier "$library" \
    --enable-experimental-external-link-support "${archives[@]/#/--dependency=}" \
    --output-path "$work/$library.doccarchive" --warnings-as-errors
  archives+=("$work/$library.doccarchive")
done
docc merge "${archives[@]}" --synthesized-landing-page-name page-gallery --output-path "$work/site"
Scripts/documents/site.py "$work/site" "${libraries[@]}"

if [ $# -gt 0 ]; then
  mkdir -p "$1"
  find "$1" -mindepth 1 -delete
  cp -r "$work/site/." "$1"
  echo "docs: the site is in $1; to view it:"
  echo "  python3 -m http.server --bind 127.0.0.1 --directory '$1' 8000    # then http://127.0.0.1:8000/"
else
  echo "docs: the site is valid; keep it with 'Scripts/docs.sh FOLDER'"
fi
