#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds a release with the engines, starts a private PostgreSQL, measures gallery-server on it beside pgbench, and
# stops it. Prints a table; arguments are passed to Benchmarks/server/run.py, all measurements of this store without.
set -euo pipefail
cd "$(dirname "$0")/.."

source Scripts/engines/postgresql.sh
export PAGE_GALLERY_ENGINES=1
Scripts/setup.sh postgresql wrk
swift build -c release --product gallery-server

folder="$(mktemp -d /tmp/page-gallery-served.XXXXXX)"
trap 'stop_postgresql "$folder/postgresql"; rm -rf "$folder"' EXIT
mkdir "$folder/postgresql"
chmod 711 "$folder"
# With its own settings: commits survive a crash.
start_postgresql "$folder/postgresql" ""
export GALLERY_POSTGRESQL="postgresql:///postgres?host=$folder/postgresql&user=page"
[ $# -gt 0 ] || set -- served served-pair served-events served-trips served-thumbnails served-opening
python3 Benchmarks/server/run.py --programs "$(swift build -c release --show-bin-path)" "$@"
