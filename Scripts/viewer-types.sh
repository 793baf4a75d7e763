#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Checks the folders, the types, the style and the tests of the modules in Viewer, and runs the tests with their compact
# forms as well. The type checker comes from PyPI, into a folder that git ignores; nothing else is downloaded.
set -euo pipefail
cd "$(dirname "$0")/.."

Scripts/viewer/layers.py
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
mapfile -t folders < <(find Viewer -mindepth 1 -maxdepth 1 -type d ! -name compact ! -name tests ! -name styles | LC_ALL=C sort)
export DENO_NO_UPDATE_CHECK=1 NO_COLOR=1
"$deno" check --quiet --no-remote --no-npm --config "$configuration" Viewer/*.js "${folders[@]}"
"$deno" lint --quiet --config "$configuration" Viewer/*.js "${folders[@]}" Viewer/tests/
work="$(dirname "$configuration")"

# run_tests VIEWER: prints how many passed.
run_tests() {
  local log="$work/tests.log"
  "$deno" test --quiet --no-check --no-remote --no-npm --allow-read "$1/tests/" >"$log" 2>&1 ||
    { cat "$log" >&2; exit 1; }
  tail -2 "$log" | head -1
}

run_tests Viewer
python3 Scripts/viewer/compact/tests.py 2>"$work/compact.log" || { cat "$work/compact.log" >&2; exit 1; }
mkdir -p "$work/Viewer" "$work/compact"
ln -s "$PWD/Sources" "$work/Sources"
python3 Scripts/viewer/compact Viewer "$work/compact" --scripts
cp -r "$work"/compact/* Viewer/tests "$work/Viewer/"
cp Viewer/kernel/kernel.wasm "$work/Viewer/kernel/"
# These read the sources, and what the server embeds.
rm "$work/Viewer/tests/kernel/interface.test.js" "$work/Viewer/tests/budget.test.js"
run_tests "$work/Viewer"
