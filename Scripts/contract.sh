#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Validates the description of the server's interface against OpenAPI 3.1. The validator comes from PyPI, into
# a folder that git ignores.
set -euo pipefail
cd "$(dirname "$0")/.."

tools=.build-tools
python3 -c 'import ensurepip, venv' 2>/dev/null || Scripts/setup.sh python3-venv
if [ ! -x "$tools/bin/openapi-spec-validator" ]; then
  python3 -m venv "$tools"
  "$tools/bin/pip" install --quiet --disable-pip-version-check openapi-spec-validator==0.9.0
fi
"$tools/bin/openapi-spec-validator" Sources/GalleryServer/openapi.yaml
