#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds and tests the packages in Examples, which use this package as a dependency, and runs the recipe for bulk work.
set -euo pipefail
cd "$(dirname "$0")/.."

# build FOLDER OPTIONS...: builds a package in the folder of the package's own build, with the same flags, so
# that what all depend on is compiled once. A plan of another package in that folder must not be reused.
build() {
  swift build --package-path "$1" --scratch-path "$PWD/.build" --disable-build-manifest-caching "${@:2}"
}

# The folder of the build contains the plan of this package again, whatever happens: the next build would otherwise
# begin with that of an example.
trap 'build . --quiet' EXIT
build Examples/PageService --quiet
Examples/PageService/try.py "$(build Examples/PageService --show-bin-path)/PageService"
build Examples/OwnServices --quiet
Examples/OwnServices/try.py "$(build Examples/OwnServices --show-bin-path)"
build . --quiet --product thumbnail-strip
GALLERY_STRIP="$(build . --show-bin-path)/thumbnail-strip" Scripts/bulk.sh
