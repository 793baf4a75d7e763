#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Checks the viewer in Chromium, Firefox and WebKitGTK: a walk with two windows, boxes against the model,
# checksums, failing networks, axe-core, the keyboard, layouts. Installs what it needs. Everything listens on
# loopback addresses; nothing is left behind but the packages.
#
# usage: browsers.sh [--list] [--screenshots DIR] [NAME...]   chromium, firefox, webkit, a check, or browser/check
#
# GALLERY_SERVER and GALLERY_STRIP are paths of programs that are already built; without them, debug builds
# are made. GALLERY_AXE is the path of axe.min.js; without it, a package of Python that contains it is fetched.
set -euo pipefail

case "${1:-}" in
  -h | --help) sed -n '7s/^# //p' "$0"; exit 0 ;;
esac
for variable in GALLERY_SERVER GALLERY_STRIP GALLERY_AXE; do
  [ -z "${!variable:-}" ] || export "$variable=$(realpath -- "${!variable}")"
done
cd "$(dirname "$0")/.."

# built PRODUCT: the path of a debug build.
built() {
  swift build --quiet --product "$1" >&2 || return
  echo "$(swift build --show-bin-path)/$1"
}

# Unpacks axe-core, and checks that it is the version that the checks expect.
fetch_axe() {
  python3 -m pip download --quiet --disable-pip-version-check --no-deps --dest "$work" axe-playwright-python==0.1.8
  python3 -m zipfile -e "$work"/axe_playwright_python-*.whl "$work/axe"
  GALLERY_AXE="$(find "$work/axe" -name axe.min.js)"
  head -c 200 "$GALLERY_AXE" | grep -q 'axe v4\.' || { echo "browsers: the package has no axe-core 4" >&2; exit 1; }
  export GALLERY_AXE
}

packages=(chromium firefox-esr webkit2gtk-driver xvfb python3)
python3 -m pip --version >/dev/null 2>&1 || packages+=(python3-pip)
Scripts/setup.sh "${packages[@]}"
# export would hide a failure.
GALLERY_SERVER="${GALLERY_SERVER:-$(built gallery-server)}"
GALLERY_STRIP="${GALLERY_STRIP:-$(built thumbnail-strip)}"
export GALLERY_SERVER GALLERY_STRIP
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
[ -n "${GALLERY_AXE:-}" ] || fetch_axe
python3 Tests/Browsers/run.py "$@"
