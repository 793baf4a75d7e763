#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs the benchmarks of the gallery model. Arguments are passed to `swift package benchmark`, for example
# --filter 'frame-rest.*'.
set -euo pipefail
cd "$(dirname "$0")/.."

Scripts/setup.sh
swift package --package-path Benchmarks benchmark --no-progress "$@"
