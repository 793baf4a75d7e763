#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Formats all Swift files in place, or with --lint reports what is not formatted.
#
# usage: format.sh [--lint]
set -euo pipefail

case "${1:-}" in
  '') command=(format --in-place) ;;
  --lint) command=(format lint --strict) ;;
  *) sed -n '5s/^# //p' "$0" >&2; exit 64 ;;
esac
cd "$(dirname "$0")/.."

swift "${command[@]}" --parallel --recursive Package.swift Sources Tests \
  Benchmarks/Package.swift Benchmarks/Sources Benchmarks/Benchmarks \
  Examples/*/Package.swift Examples/*/Sources
