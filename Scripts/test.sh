#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs what is missing and runs the whole test suite. Arguments go to `swift test`.
set -euo pipefail
cd "$(dirname "$0")/.."

# strace shows in which order a store writes, and lets a watcher get no events.
Scripts/setup.sh strace
# Foundation reads beyond the list of open files when it starts a process while more than about 1,360
# are open. A store has ten of them, and all tests at once have more than a hundred open.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH="${SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH:-48}"
if [ $# -gt 0 ]; then
  exec swift test --disable-xctest "$@"
fi
# What keeps many processes busy for minutes comes by itself: others wait for theirs with a time limit.
busy='FlipTests|CraftedStoreTests|CopyInUseTests|BackupInUseTests|BackupCrashTests'
swift test --disable-xctest --skip "$busy"
SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=2 \
  swift test --disable-xctest --skip-build --filter "$busy"
