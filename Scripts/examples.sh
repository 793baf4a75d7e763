#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds and tests the packages in Examples, which use this package as a dependency.
set -euo pipefail
cd "$(dirname "$0")/.."

# The same folder and flags as the package's own build: what both depend on is compiled once.
build=(swift build --package-path Examples/PageService --scratch-path "$PWD/.build")
"${build[@]}" --quiet
Examples/PageService/try.py "$("${build[@]}" --show-bin-path)/PageService"
