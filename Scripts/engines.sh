#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Starts a private PostgreSQL and a private object store, runs the tests that need them in a separate build, and
# stops both. Arguments are passed to `swift test`.
set -euo pipefail
cd "$(dirname "$0")/.."

source Scripts/engines/postgresql.sh
source Scripts/engines/ceph.sh
Scripts/setup.sh libpq-dev postgresql "${ceph_packages[@]}"

folder="$(mktemp -d /tmp/page-gallery-engines.XXXXXX)"
trap 'stop_postgresql "$folder/postgresql"; stop_ceph "$folder/ceph"; rm -rf "$folder"' EXIT
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

# Everything else is the same as without these engines.
if [ $# -eq 0 ]; then
  set -- --filter 'ObjectStorageTests|PostgreSQLClientTests|RemoteCatalogTests|RowCacheTests|BlobStoreTests|BlobProgramTests'
fi
PAGE_GALLERY_ENGINES_ONLY=1 swift test --traits PostgreSQL,ObjectStorage \
  --scratch-path .build-engines --disable-xctest "$@"
