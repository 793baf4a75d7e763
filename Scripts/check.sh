#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs all checks of a change except the tests: format lint, a build with warnings as errors and with
# the import check, compiler warnings of the C modules, the layers inside the modules, the description of the
# server's interface, the viewer's types and tests, the decoders' tests under the address sanitizer, the
# Embedded build of the pure modules for WebAssembly (the kernel of the viewer), a package that uses them, the
# documentation, the example services with the recipe for bulk work, and the allocations of a frame. Prints the
# duration of each step.
set -euo pipefail
cd "$(dirname "$0")/.."

work="$(mktemp -d)"
# The modules without I/O, lowest first, and what each of them imports: the table of ARCHITECTURE.md.
pure_modules=(GalleryGeometry GalleryPages GalleryMotion GalleryModel GalleryCompanions GallerySharing ViewerKernel)
declare -A pure_imports=(
  [GalleryGeometry]=""
  [GalleryPages]="GalleryGeometry"
  [GalleryMotion]="GalleryGeometry"
  [GalleryModel]="GalleryGeometry|GalleryMotion|GalleryPages"
  [GalleryCompanions]="GalleryGeometry|GalleryMotion|GalleryPages"
  [GallerySharing]="GalleryModel"
  [ViewerKernel]="CGalleryKernel|GalleryCompanions|GallerySharing"
)

source Scripts/beside.sh
trap 'end_steps; rm -rf "$work"' EXIT

# step NAME COMMAND...
step() {
  local name="$1"
  local TIMEFORMAT="check: $name: %0R s, %0U s of CPU time"
  shift
  echo "check: $name"
  time "$@"
}

build_with_import_check() {
  swift build --build-tests --explicit-target-dependency-import-check error
}

warn_of_c() {
  local file
  for file in Sources/CGallery*/*.c Sources/CViewerAssets/*.c; do
    clang -std=gnu11 -fsyntax-only -Wall -Wextra -Werror -I"$(dirname "$file")/include" "$file"
  done
}

find_other_imports() {
  local module imports status=0
  for module in "${pure_modules[@]}"; do
    imports="$(grep -rnE '^ *(@[a-zA-Z_]+(\([^)]*\))? +)*([a-z]+ +)?import ' --include='*.swift' "Sources/$module" |
      grep -vE "import (${pure_imports[$module]:-nothing})\$" || true)"
    if [ -n "$imports" ]; then
      printf '%s\ncheck: %s may import only %s; remove the imports above\n' "$imports" "$module" "${pure_imports[$module]:-nothing}" >&2
      status=1
    fi
  done
  return "$status"
}

run_another_package() {
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
  env -u PAGE_GALLERY_ENGINES -u GALLERY_OPTIMIZED_TESTS swift run --package-path "$work/app" --quiet app
}

count_allocations() {
  env -u PAGE_GALLERY_ENGINES -u GALLERY_OPTIMIZED_TESTS swift run --package-path Benchmarks --configuration release --quiet allocation-check
}

# What needs nothing of the package's own build. That leaves a core idle for half of its time, as a large module is
# compiled as a whole and its dependents wait for it; so these run beside it, one after the other.
check_apart() {
  step "C warnings" warn_of_c
  step "layers inside the modules" Scripts/layers.py
  step "imports of the pure modules" find_other_imports
  step "description of the server's interface" Scripts/contract.sh
  step "list of the viewer's files" Scripts/viewer-assets.sh --check
  step "types and tests of the viewer" Scripts/viewer-types.sh
  step "Embedded Swift for wasm32, and the kernel of the viewer" Scripts/viewer.sh --check
  step "decoders under the address sanitizer" Scripts/sanitize.sh --quiet
  step "another package that uses GalleryModel and nothing else" run_another_package
  step "allocations and memory of the gallery" count_allocations
}

Scripts/setup.sh
step "format" Scripts/format.sh --lint
begin apart check_apart
step "build with the import check" build_with_import_check
step "documentation" Scripts/docs.sh
step "example services, and the recipe for bulk work" Scripts/examples.sh
status=0
finish apart || status=$?
if [ "$status" -ne 0 ]; then
  echo "check: the last check above failed with status $status" >&2
  exit "$status"
fi

echo "check: all checks passed in $SECONDS s"
