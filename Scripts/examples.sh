#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds and tests the packages in Examples, which use this package as a dependency.
set -euo pipefail
cd "$(dirname "$0")/.."

# build PACKAGE OPTIONS...: uses the folder and flags of the package's own build, so that what all depend
# on is compiled once.
build() {
  swift build --package-path "Examples/$1" --scratch-path "$PWD/.build" "${@:2}"
}

build PageService --quiet
Examples/PageService/try.py "$(build PageService --show-bin-path)/PageService"
build OwnServices --quiet
Examples/OwnServices/try.py "$(build OwnServices --show-bin-path)"
