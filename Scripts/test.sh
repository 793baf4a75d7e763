#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs missing packages and runs the whole test suite. Arguments are passed to `swift test`.
set -euo pipefail
cd "$(dirname "$0")/.."

# Tests use strace to record the order of a store's writes, and to disable file events for a watcher.
Scripts/setup.sh strace
# Foundation reads beyond the list of open files when it starts a process with more than about 1,360 open
# files. A store opens ten, and unlimited parallel tests open more than a hundred stores.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH="${SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH:-48}"
if [ $# -gt 0 ]; then
  exec swift test --disable-xctest "$@"
fi
# Tests that keep many processes busy for minutes, and those of watchers, which wait for real pauses, run
# separately: all others share the cores, and on a slow machine a single one of them takes minutes.
busy='FlipTests|CraftedStoreTests|CopyInUseTests|BackupInUseTests|BackupCrashTests'
watchers='ThumbnailStripTests\.Watch'
log="$(mktemp)"
trap 'rm -f "$log"' EXIT

# run WIDTH ARGUMENT...: runs tests, at most WIDTH in parallel. Repeats the failures after all other output.
run() {
  local status=0
  SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH="$1" \
    swift test --skip-build --disable-xctest "${@:2}" 2>&1 | tee "$log" || status=$?
  [ "$status" -eq 0 ] && return
  echo "test: swift test ended with status $status; its failures:" >&2
  grep -A 4 -E '^✘|^↳|Fatal error|error: ' "$log" | grep -vE ' (info|debug) [A-Z][A-Za-z]+: |^✔|^◇' | cut -c 1-1000 |
    tail -n 200 >&2
  return "$status"
}

swift build --build-tests
unset SWIFT_DETERMINISTIC_HASHING
run 48 --skip "$busy" --skip "$watchers"
run 8 --filter "$watchers"
run 2 --filter "$busy"
echo "test: the tests of PostgreSQL and of object stores were skipped; Scripts/engines.sh runs them"
