#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs missing packages and runs the whole test suite. Arguments are passed to `swift test`.
set -euo pipefail
cd "$(dirname "$0")/.."

source Scripts/limited-tests.sh
source Scripts/temporary.sh
# Tests use strace to record the order of a store's writes, and to disable file events for a watcher.
Scripts/setup.sh strace
# Foundation reads beyond the list of open files when it starts a process with more than about 1,360 open
# files. A store opens ten, and unlimited parallel tests open more than a hundred stores.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH="${SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH:-48}"
trap 'remove_temporary_files' EXIT
use_memory_for_temporary_files
if [ $# -gt 0 ]; then
  swift test --disable-xctest "$@"
  exit
fi
# Tests that keep many processes busy for minutes, and those of watchers and of clients that read nothing, which depend
# on real time, run separately: all others share the cores, and on a slow machine a single one of them takes minutes.
busy='FlipTests|CraftedStoreTests|CopyInUseTests|BackupInUseTests|BackupCrashTests'
watchers='ThumbnailStripTests\.Watch|UnreadResponseTests'
log="$(mktemp)"
trap 'rm -f "$log"; remove_temporary_files' EXIT

# run WIDTH MINUTES ARGUMENT...: runs tests, at most WIDTH in parallel.
run() { SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH="$1" run_tests "$log" "${@:2}"; }

swift build --build-tests
run 48 40 --skip "$busy" --skip "$watchers"
run 8 10 --filter "$watchers"
run 2 20 --filter "$busy"
echo "test: the tests of PostgreSQL and of object stores were skipped; Scripts/engines.sh runs them"
