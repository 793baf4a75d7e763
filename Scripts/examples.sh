#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the packages in Examples, which use this one as others do, and tries them.
set -euo pipefail
cd "$(dirname "$0")/../Examples/PageService"

# Without what only debuggers and editors read.
swift build --quiet --disable-index-store -Xswiftc -gnone -Xcc -g0
./try.py "$(swift build --show-bin-path)/PageService"
