#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds and tests the packages in Examples, which use this package as a dependency.
set -euo pipefail
cd "$(dirname "$0")/../Examples/PageService"

# Without debug information and the index of editors.
swift build --quiet --disable-index-store -Xswiftc -gnone -Xcc -g0
./try.py "$(swift build --show-bin-path)/PageService"
