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
Scripts/setup.sh parallel
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

# Killed processes leave no file that is not complete.
export -f thumbs
setsid bash -c thumbs >killed.jsonl 2>/dev/null &
sleep 0.4
kill -9 -- "-$!"
wait "$!" 2>/dev/null || true
# Work that a killed scheduler has started may still run.
sleep 1
begin=$(date +%s%N)
thumbs >>results.jsonl || fail "a folder has failed: $(cat thumbs.log)"
together=$((($(date +%s%N) - begin) / 1000000))
for folder in scans/*/*; do "$GALLERY_STRIP" thumbs --quiet --jobs 1 "$folder" -o "alone/$folder"; done
diff <(bytes thumbs) <(bytes alone) >/dev/null || fail "the thumbnails are not those of a single process"
[ -z "$(thumbs)" ] || fail "folders that had ended were done again"
count="$(find thumbs -name '*.jpg' | wc -l)"
begin=$(date +%s%N)
rm -rf thumbs thumbs.log
thumbs >all.jsonl
whole=$((($(date +%s%N) - begin) / 1000000))
[ "$(wc -l <all.jsonl)" -eq "$count" ] || fail "there are $(wc -l <all.jsonl) lines for $count thumbnails"
echo "bulk: $count thumbnails of $(find scans -mindepth 2 -type d | wc -l) folders in $whole ms; $together ms after the kill"
