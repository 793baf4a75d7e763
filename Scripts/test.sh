#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs what is missing and runs the whole test suite. Arguments go to `swift test`.
set -euo pipefail
cd "$(dirname "$0")/.."

# strace kills a store at each of its system calls, and lets them fail.
Scripts/setup.sh strace
swift test --disable-xctest "$@"
