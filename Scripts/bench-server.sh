#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds a release, and measures the server: throughput beside nginx and the command line, latencies, memory,
# many streams, slow and malformed clients; on demand a mixed load for a chosen time: `soak --seconds 900`. Prints
# a table; arguments are passed to Benchmarks/server/run.py.
set -euo pipefail
cd "$(dirname "$0")/.."

Scripts/setup.sh nginx wrk
for product in thumbnail-strip gallery-server; do swift build -c release --product "$product"; done
exec python3 Benchmarks/server/run.py --programs "$(swift build -c release --show-bin-path)" "$@"
