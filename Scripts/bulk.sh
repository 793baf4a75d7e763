#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes thumbnails of many folders with GNU parallel, as Documentation/scale.md describes: kills the work, repeats
# it, and compares the result with that of a single process. Everything is in a temporary folder.
#
# usage: bulk.sh [COPIES]   the number of folders for each of the samples, 2 by default
#
# GALLERY_STRIP is the path of a program that is already built; without it, a debug build is made.
set -euo pipefail

case "${1:-}" in
  -h | --help) sed -n '6s/^# //p' "$0"; exit 0 ;;
esac
[ -z "${GALLERY_STRIP:-}" ] || GALLERY_STRIP="$(realpath -- "$GALLERY_STRIP")"
cd "$(dirname "$0")/.."
Scripts/setup.sh parallel procps
if [ -z "${GALLERY_STRIP:-}" ]; then
  swift build --quiet --product thumbnail-strip >&2
  GALLERY_STRIP="$(swift build --show-bin-path)/thumbnail-strip"
fi
export GALLERY_STRIP

samples="$PWD/SampleDocs"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
for copy in $(seq "${1:-2}"); do
  for folder in contract camera fax; do
    mkdir -p "scans/$copy"
    cp -r "$samples/$folder" "scans/$copy/$folder"
  done
done

# The recipe: one process for each core, one folder at a time; what has ended well is not done again.
thumbs() {
  find scans -mindepth 2 -type d -print0 | sort -z |
    parallel -0 --will-cite --joblog thumbs.log --resume-failed "$@" \
      '"$GALLERY_STRIP" thumbs --jobs 1 --json {} -o thumbs/{}'
}

# bytes FOLDER: the names and digests of the files in it, without those that a killed process has not finished.
bytes() { (cd "$1" && find . -name '*.jpg' -print0 | sort -z | xargs -0 sha256sum); }

fail() { echo "bulk: $1" >&2; exit 1; }

# The work that is killed cannot end by itself: one of its folders waits.
stalled="$work/stalled"
cat >"$stalled" <<'END'
#!/bin/sh
case "$*" in *scans/1/fax*) sleep 60 ;; esac
exec "$PROGRAM" "$@"
END
chmod +x "$stalled"

# Processes that are killed while they make thumbnails leave no file that is not complete.
export -f thumbs
PROGRAM="$GALLERY_STRIP" GALLERY_STRIP="$stalled" setsid bash -c thumbs >killed.jsonl 2>killed.log &
killed=$!
until [ -n "$(find thumbs -name '*.jpg' 2>/dev/null)" ]; do
  kill -0 "$killed" 2>/dev/null || fail "the work ended before it made a thumbnail: $(cat killed.log)"
  sleep 0.02
done
kill -9 -- "-$killed"
wait "$killed" 2>/dev/null || true
# What the killed scheduler has started has process groups of its own.
for _ in $(seq 100); do
  pkill -KILL --session "$killed" || break
  sleep 0.05
done
begin=$(date +%s%N)
thumbs >>results.jsonl || fail "a folder has failed: $(cat thumbs.log)"
together=$((($(date +%s%N) - begin) / 1000000))
for folder in scans/*/*; do "$GALLERY_STRIP" thumbs --quiet --jobs 1 "$folder" -o "alone/$folder"; done
diff <(bytes thumbs) <(bytes alone) >/dev/null || fail "the thumbnails are not those of a single process"
again="$(thumbs)" || fail "folders that had ended were done again, and failed"
[ -z "$again" ] || fail "folders that had ended were done again"
count="$(find thumbs -name '*.jpg' | wc -l)"
begin=$(date +%s%N)
rm -rf thumbs thumbs.log
thumbs >all.jsonl
whole=$((($(date +%s%N) - begin) / 1000000))
[ "$(wc -l <all.jsonl)" -eq "$count" ] || fail "there are $(wc -l <all.jsonl) lines for $count thumbnails"
echo "bulk: $count thumbnails of $(find scans -mindepth 2 -type d | wc -l) folders in $whole ms; $together ms after the kill"
