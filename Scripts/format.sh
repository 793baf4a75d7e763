#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Formats all Swift files in place.
set -euo pipefail
cd "$(dirname "$0")/.."

swift format --in-place --parallel --recursive Package.swift Sources Tests \
  Benchmarks/Package.swift Benchmarks/Sources Benchmarks/Benchmarks
