#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Everything that a change must pass besides the tests: format lint, a build with warnings as
# errors and with the import check, warnings of the C walls, the decoders' tests under the address
# sanitizer, the Embedded build of GalleryModel for WebAssembly, a package that uses it, the
# documentation, and the allocations of a frame.
set -euo pipefail
cd "$(dirname "$0")/.."

Scripts/setup.sh

echo "check: format"
swift format lint --strict --parallel --recursive Package.swift Sources Tests \
  Benchmarks/Package.swift Benchmarks/Sources Benchmarks/Benchmarks

echo "check: build with the import check"
swift build --build-tests --explicit-target-dependency-import-check error

echo "check: C warnings"
for file in Sources/CGallery*/*.c; do
  clang -std=gnu11 -fsyntax-only -Wall -Wextra -Werror -I"$(dirname "$file")/include" "$file"
done

echo "check: decoders under the address sanitizer"
ASAN_OPTIONS=detect_leaks=0 swift test --sanitize=address --scratch-path .build-sanitized \
  --filter PageImagingTests --disable-xctest --quiet

echo "check: imports of GalleryModel"
if grep -rnE '^ *(public |package |internal |private |fileprivate )?import ' --include='*.swift' Sources/GalleryModel; then
  echo "check: GalleryModel imports nothing" >&2
  exit 1
fi

echo "check: Embedded Swift for wasm32"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
find Sources/GalleryModel -name '*.swift' -print0 | xargs -0 swiftc \
  -module-name GalleryModel -target wasm32-unknown-none-wasm \
  -enable-experimental-feature Embedded -wmo -parse-as-library -Osize \
  -swift-version 6 -warnings-as-errors -enable-upcoming-feature ExistentialAny \
  -enable-upcoming-feature InternalImportsByDefault \
  -enable-upcoming-feature MemberImportVisibility -strict-memory-safety \
  -c -o "$work/GalleryModel.o"
test -s "$work/GalleryModel.o"

echo "check: another package that uses GalleryModel and nothing else"
mkdir -p "$work/app/Sources/app"
cat >"$work/app/Package.swift" <<MANIFEST
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "app",
  dependencies: [.package(name: "page-gallery", path: "$PWD")],
  targets: [
    .executableTarget(
      name: "app", dependencies: [.product(name: "GalleryModel", package: "page-gallery")])
  ]
)
MANIFEST
cat >"$work/app/Sources/app/main.swift" <<'PROGRAM'
import GalleryModel

let viewport = GalleryViewport(
  preview: Size(width: 375, height: 600), strip: Size(width: 375, height: 66))
let session = try GallerySession(pages: [Page(id: 1)], viewport: viewport)
precondition(session.frame(at: .zero).activePage == PageID(1))
PROGRAM
swift run --package-path "$work/app" --quiet app

echo "check: documentation"
Scripts/docs.sh

echo "check: allocations and memory of the gallery"
swift run --package-path Benchmarks --configuration release --quiet allocation-check

echo "check: all is well"
