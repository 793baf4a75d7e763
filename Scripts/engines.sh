#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Starts a private PostgreSQL, runs the tests that need it in a separate build, and stops it. Arguments are
# passed to `swift test`.
set -euo pipefail
cd "$(dirname "$0")/.."

Scripts/setup.sh libpq-dev postgresql
source Scripts/engines/postgresql.sh

folder="$(mktemp -d /tmp/page-gallery-engines.XXXXXX)"
trap 'stop_postgresql "$folder"; rm -rf "$folder"' EXIT
start_postgresql "$folder"
export GALLERY_POSTGRESQL="postgresql:///postgres?host=$folder&user=page"

# Everything else is the same as without these engines.
if [ $# -eq 0 ]; then set -- --filter 'PostgreSQLClientTests|RemoteCatalogTests'; fi
PAGE_GALLERY_ENGINES_ONLY=1 swift test --traits PostgreSQL --scratch-path .build-engines \
  --disable-xctest "$@"
