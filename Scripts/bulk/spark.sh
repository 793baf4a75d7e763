#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes thumbnails of a list of pages with Spark, as Documentation/scale.md describes, and compares them and the time
# with those of a single command. Everything is in a temporary folder. Run manually: it installs PySpark, 0.5 GB.
#
# usage: spark.sh [COPIES]   the number of times that each page of the samples is in the list, 100 by default
#
# GALLERY_STRIP is the path of a program that is already built; without it, a release build is made. SPARK_PYTHON is
# a Python that has PySpark already.
set -euo pipefail

case "${1:-}" in
  -h | --help) sed -n '6s/^# //p' "$0"; exit 0 ;;
esac
[ -z "${GALLERY_STRIP:-}" ] || GALLERY_STRIP="$(realpath -- "$GALLERY_STRIP")"
cd "$(dirname "$0")/../.."
Scripts/setup.sh jq
command -v java >/dev/null || { echo "spark: Spark needs Java 17 or later" >&2; exit 1; }
if [ -z "${GALLERY_STRIP:-}" ]; then
  swift build --quiet -c release --product thumbnail-strip >&2
  GALLERY_STRIP="$(swift build -c release --show-bin-path)/thumbnail-strip"
fi
export GALLERY_STRIP
recipe="$PWD/Scripts/bulk/spark.py"
samples="$PWD/SampleDocs"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
python="${SPARK_PYTHON:-}"
if [ -z "$python" ]; then
  python3 -m venv environment
  environment/bin/pip install --quiet 'pyspark>=4'
  python=environment/bin/python
fi

fail() { echo "spark: $1" >&2; exit 1; }

# milliseconds COMMAND...: runs a command, and prints how long it took.
milliseconds() {
  local begin
  begin=$(date +%s%N)
  "$@" >&2 || fail "$1 has failed: $?"
  echo $((($(date +%s%N) - begin) / 1000000))
}

# Each page has a name of its own, because the processes of Spark share a folder. One page is not there.
"$GALLERY_STRIP" info --json "$samples/contract" "$samples/camera" "$samples/fax" |
  jq -c --argjson copies "${1:-100}" \
    'input_line_number as $line | range($copies) as $copy | {path, name: "\($line)-\($copy)"}' >pages.jsonl
echo '{"path": "missing.png", "name": "missing"}' >>pages.jsonl
count="$(wc -l <pages.jsonl)"

alone() { "$GALLERY_STRIP" thumbs --quiet --json - -o alone <pages.jsonl >alone.jsonl 2>log-alone || [ $? -eq 66 ]; }
spark() { "$python" "$recipe" pages.jsonl thumbs "results-$1" >"summary-$1" 2>"log-$1" || { cat "log-$1" >&2; return 1; }; }

command="$(milliseconds alone)"
first="$(milliseconds spark 1)"
second="$(milliseconds spark 2)"
for run in 1 2; do
  jq -e ".pages == $count and .errors == 1" "summary-$run" >/dev/null || fail "$(cat "summary-$run")"
done
bytes() { (cd "$1" && find . -name '*.jpg' -print0 | sort -z | xargs -0 sha256sum); }
diff <(bytes thumbs) <(bytes alone) >/dev/null || fail "the thumbnails are not those of a single command"
cat results-2/part-* | jq -es "map(select(.isUpToDate)) | length == $((count - 1))" >/dev/null ||
  fail "thumbnails that were up to date were made again"
echo "spark: $count pages on $(nproc) cores: $first ms with Spark, $command ms without; $second ms to find all up to date"
