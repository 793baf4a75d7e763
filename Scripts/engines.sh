#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Starts a private PostgreSQL and a private object store, runs the tests that need them and those of stores on
# servers, and stops both. Arguments are passed to `swift test`. Uses the usual build if that contains the
# engines already, because PAGE_GALLERY_ENGINES is set; otherwise one of its own, in .build-engines.
set -euo pipefail
cd "$(dirname "$0")/.."

source Scripts/engines/postgresql.sh
source Scripts/engines/ceph.sh
source Scripts/limited-tests.sh
source Scripts/temporary.sh
Scripts/setup.sh libpq-dev postgresql "${ceph_packages[@]}"

use_memory_for_temporary_files
folder="$(mktemp -d "${TMPDIR:-/tmp}/engines.XXXXXX")"
trap 'stop_postgresql "$folder/postgresql"; stop_ceph "$folder/ceph"; rm -rf "$folder"; remove_temporary_files' EXIT
mkdir "$folder/postgresql" "$folder/ceph"
chmod 711 "$folder"

start_postgresql "$folder/postgresql"
export GALLERY_POSTGRESQL="postgresql:///postgres?host=$folder/postgresql&user=page"
read -r port monitor_port < <(python3 -c '
import socket
sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(2)]
print(*(each.getsockname()[1] for each in sockets))')
start_ceph "$folder/ceph" "$port" "$monitor_port"
export GALLERY_S3="http://127.0.0.1:$port" AWS_ACCESS_KEY_ID=test AWS_SECRET_ACCESS_KEY=secret

# Naming the folder of the usual build would compile everything again.
build=(--scratch-path .build-engines)
if [ -n "${PAGE_GALLERY_ENGINES:-}" ]; then build=(); fi
export PAGE_GALLERY_ENGINES=1
# Programs that a caller names, such as those of a release, may have no engines.
unset GALLERY_SERVER GALLERY_STRIP
swift build "${build[@]}" --build-tests

# More parallel tests would leave the servers, which share the cores, no time to answer.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=8

run() { run_tests "$folder/log" 10 "${build[@]}" "$@"; }

# The suites of what is equal for a store in a folder and one on servers: those of the store, and of the operations of
# gallery-server. All suites of galleries are.
store_suites() {
  suites PageStorageTests Copying Documents Editing Ingest Keyed Metadata Observation Staging Thumbnails Together
}

operation_suites() {
  suites GalleryServerTests Access Compression Contract Documents Events Health Images Keys Library Live Metrics \
    Pages Protocol Requests Sessions Shortcut Uploads
}

# suites TARGET FOLDER...: a pattern of the suites in folders of a target of tests.
suites() {
  local folders=("${@:2}")
  echo "$1\.($(grep -rhoE 'struct [A-Za-z]+Tests\b' "${folders[@]/#/Tests/$1/}" | sed 's/^struct //' | sort -u | paste -sd'|'))/"
}

# The suites that are skipped without a server, wherever they are.
served_suites() {
  grep -rlE 'TestSchema\.server != nil|TestBucket\.isAvailable' --include='*.swift' Tests |
    xargs grep -hoE 'struct [A-Za-z]+Tests\b' | sed 's/^struct //' | sort -u | paste -sd'|'
}

if [ $# -gt 0 ]; then
  run "$@"
  exit
fi
run --filter "ObjectStorageTests|PostgreSQLClientTests|RemoteCatalogTests|ThumbnailStripTests.ObjectLocationTests|RowCacheTests|BlobStoreTests|BlobProgramTests|$(served_suites)"
for suites in "$(store_suites)" 'PageGalleryTests\.' "$(operation_suites)"; do
  GALLERY_STORE_ENGINE=served run --filter "$suites"
done
GALLERY_SERVER="$(swift build "${build[@]}" --show-bin-path)/gallery-server"
export GALLERY_SERVER
Scripts/failover.sh
Scripts/two-servers.sh
