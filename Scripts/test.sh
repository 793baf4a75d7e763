#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs what is missing and runs the whole test suite. Arguments go to `swift test`.
set -euo pipefail
cd "$(dirname "$0")/.."

# strace shows in which order a store writes, and lets a watcher get no events.
Scripts/setup.sh strace
swift test --disable-xctest "$@"
