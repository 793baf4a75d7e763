#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs the missing Debian packages that the build needs.
#
# usage: setup.sh [PACKAGE...]   installs additional packages too
set -euo pipefail

packages=(libisal-dev libjpeg62-turbo-dev libpng-dev libsqlite3-dev pkg-config "$@")
if [ -n "${PAGE_GALLERY_ENGINES:-}" ]; then packages+=(libpq-dev); fi

is_installed() { dpkg-query -W -f='${Status}' "$1" 2>/dev/null | grep -q 'ok installed'; }

missing=()
for package in "${packages[@]}"; do
  # Also accept libraries from other distributions and manual installations.
  case "$package" in
    libisal-dev) pkg-config --exists libisal 2>/dev/null && continue ;;
    libjpeg62-turbo-dev) pkg-config --exists libjpeg 2>/dev/null && continue ;;
    libpng-dev) pkg-config --exists libpng 2>/dev/null && continue ;;
    libsqlite3-dev) pkg-config --exists sqlite3 2>/dev/null && continue ;;
    pkg-config) command -v pkg-config >/dev/null && continue ;;
  esac
  is_installed "$package" || missing+=("$package")
done

# Not a function, such as that of CI.
if ! type -P swift >/dev/null; then
  echo "setup: no Swift toolchain found; install Swift 6.2 or later from swift.org" >&2
  exit 1
fi
[ ${#missing[@]} -eq 0 ] && exit 0

if ! command -v apt-get >/dev/null; then
  echo "setup: install the equivalents of these Debian packages: ${missing[*]}" >&2
  exit 1
fi
sudo=()
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null || { echo "setup: run as root: apt-get install ${missing[*]}" >&2; exit 1; }
  sudo=(sudo)
fi
echo "setup: installing ${missing[*]}"
# apt-get fails while another one runs. That of a check beside this one is waited for here, one of the system below.
exec {lock}<"$0"
flock "$lock"
"${sudo[@]}" apt-get update -q
# In a session of its own, so that packages are complete although a check that fails ends those beside it.
"${sudo[@]}" setsid --wait env DEBIAN_FRONTEND=noninteractive apt-get install -o DPkg::Lock::Timeout=600 -q -y --no-install-recommends "${missing[@]}"
