# SPDX-License-Identifier: Apache-2.0
# To be sourced: the run of tests within a limit, so that one that waits for ever is named instead of holding
# everything behind it.

# run_tests LOG MINUTES ARGUMENT...: runs `swift test` without building, and keeps its output in a file. A run that
# takes longer is stopped, and fails. Repeats the failures after all other output.
run_tests() {
  local log="$1" minutes="$2" status=0 run
  # tail ends if there is no file yet.
  : >"$log"
  # Lines arrive as they are written, so that those before a stop are not lost. Not a pipe: a program that a test has
  # left behind would keep it open.
  env -u SWIFT_DETERMINISTIC_HASHING timeout --signal=INT --kill-after=10 "${minutes}m" stdbuf -oL -eL \
    swift test --skip-build --disable-xctest "${@:3}" >"$log" 2>&1 &
  run=$!
  trap 'kill -INT "$run" 2>/dev/null || true' INT
  tail -n +1 -s 0.2 -f --pid="$run" "$log" || true
  wait "$run" || status=$?
  trap - INT
  [ "$status" -eq 0 ] && return
  echo "test: swift test ended with status $status; its failures:" >&2
  grep -A 4 -E '^✘|^↳|Fatal error|error: ' "$log" | grep -vE ' (info|debug) [A-Z][A-Za-z]+: |^✔|^◇' | cut -c 1-1000 |
    tail -n 200 >&2 || true
  if [ "$status" -eq 124 ] || [ "$status" -eq 137 ]; then
    echo "test: stopped after $minutes minutes; these tests had not ended:" >&2
    unfinished_tests <"$log" >&2 || true
  fi
  return "$status"
}

# Prints the names of tests that began and did not end. Tests of one name in several suites count together; lines of
# tests in parallel may run into each other.
unfinished_tests() {
  grep -oE 'Test [^ ]+\) (started\.|(with [0-9]+ test cases? )?(passed|failed|was cancelled) after)' | awk '
    { count[$2] += $3 == "started." ? 1 : -1 }
    END { for (name in count) if (count[name] > 0) print "  " name }' | sort
}
