#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds a release, renders the thumbnail strip and an animated gallery of a sample document, and serves the
# sample documents to browsers until Ctrl-C. Without a terminal it requests one thumbnail from the server.
#
# usage: demo.sh [--no-serve]    --no-serve ends after the images
set -euo pipefail

usage() { sed -n '6s/^# //p' "$0"; }
serves=true
case "${1:-}" in
  "") ;;
  --no-serve) serves=false; shift ;;
  -h | --help) usage; exit 0 ;;
  *) usage >&2; exit 64 ;;
esac
if [ $# -gt 0 ]; then usage >&2; exit 64; fi
cd "$(dirname "$0")/.."

# Draws the sample contract, at rest and in motion.
draw() {
  local picture=strip.png
  "$program" SampleDocs/contract --active 3 -o "$picture"
  echo "demo: the strip of SampleDocs/contract with page 3 open is in $PWD/$picture"
  "$program" animate SampleDocs/contract --demo scroll -o gallery.png
  echo "demo: the animated gallery is in $PWD/gallery.png, an APNG that browsers play"
  if [ -t 1 ]; then
    "$program" SampleDocs/contract --active 3
  fi
}

# Stores each folder of the sample documents as a document; the library shows the latest one first.
fill_store() {
  local folder
  "$program" store init --store "$work/archive"
  for folder in damaged formats camera fax panorama receipt phone contract; do
    # Some pages are damaged on purpose.
    "$program" store ingest --quiet --keep-damaged --store "$work/archive" --title "${folder^}" "SampleDocs/$folder"
  done
}

# Starts the server, and waits until it prints its address.
start_server() {
  "$server" --store "$work/archive" --listen 127.0.0.1:0 >"$work/server.out" &
  server_id=$!
  until url="$(sed -n 's/^listening on //p' "$work/server.out")" && [ -n "$url" ]; do
    kill -0 "$server_id" 2>/dev/null || { echo "demo: the server did not start" >&2; exit 1; }
    sleep 0.1
  done
}

# Requests the library and the thumbnail of its first document.
request_thumbnail() {
  local path
  path="$(curl -fsS "$url/" | grep -o '/t/[^"]*\.jpg' | head -1)"
  curl -fsS -o "$work/thumbnail.jpg" "$url$path"
  echo "demo: the server returned $url$path, $(stat -c %s "$work/thumbnail.jpg") bytes"
}

stop() {
  if [ -n "${server_id:-}" ]; then
    kill "$server_id" 2>/dev/null && wait "$server_id" || true
  fi
  rm -rf "$work"
}

Scripts/setup.sh curl
echo "demo: building a release (the first build takes some minutes)"
for product in thumbnail-strip gallery-server; do swift build -c release --product "$product"; done
program="$(swift build -c release --show-bin-path)/thumbnail-strip"
server="$(dirname "$program")/gallery-server"

draw
echo "demo: the programs are $program"
echo "demo: and $server"
echo "demo: now try: $program YOUR_SCANS/ -o strip.png --active 3"
$serves || exit 0

work="$(mktemp -d)"
trap stop EXIT
trap 'exit 0' INT TERM
fill_store
start_server
if [ -t 1 ]; then
  echo "demo: open $url/ and drop scans on the library; it ends with Ctrl-C, and the store is temporary"
  wait "$server_id"
else
  request_thumbnail
fi
