#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Checks the types, the style and the tests of the modules in Viewer. The type checker comes from PyPI, into a
# folder that git ignores; nothing else is downloaded.
set -euo pipefail
cd "$(dirname "$0")/.."

tools=.build-tools
deno="$tools/bin/deno"
python3 -c 'import ensurepip, venv' 2>/dev/null || Scripts/setup.sh python3-venv
if [ ! -x "$deno" ]; then
  python3 -m venv "$tools"
  "$tools/bin/pip" install --quiet --disable-pip-version-check deno==2.9.8
fi

# Strict types in JSDoc, with the declarations of browsers.
configuration="$(mktemp -d)/deno.json"
trap 'rm -rf "$(dirname "$configuration")"' EXIT
cat >"$configuration" <<'JSON'
{
  "compilerOptions": {
    "checkJs": true, "strict": true, "noUnusedLocals": true, "noImplicitReturns": false,
    "lib": ["esnext", "dom", "dom.iterable", "dom.asynciterable"]
  },
  "lint": {"rules": {"tags": ["recommended"], "exclude": ["no-window", "require-await"]}}
}
JSON
export DENO_NO_UPDATE_CHECK=1 NO_COLOR=1
"$deno" check --quiet --no-remote --no-npm --config "$configuration" Viewer/*.js
"$deno" lint --quiet --config "$configuration" Viewer/*.js Viewer/tests/*.js
log="$(dirname "$configuration")/tests.log"
"$deno" test --quiet --no-check --no-remote --no-npm --allow-read Viewer/tests/ >"$log" 2>&1 ||
  { cat "$log" >&2; exit 1; }
tail -2 "$log" | head -1
