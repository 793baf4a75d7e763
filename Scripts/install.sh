#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the programs and installs them with their manuals, completions, license and systemd units.
#
# usage: install.sh [PREFIX]              PREFIX is /usr/local by default
#        install.sh --uninstall [PREFIX]  removes the same files again
#
# DESTDIR is a prefix of all paths, for packages. PROGRAM is the path of a thumbnail-strip that is already
# built, with gallery-server in the same folder.
set -euo pipefail

name=thumbnail-strip
programs=("$name" gallery-server)

usage() { sed -n '5,8s/^# \{0,1\}//p' "$0"; }

uninstalls=false
case "${1:-}" in
  --uninstall) uninstalls=true; shift ;;
  -h | --help) usage; exit 0 ;;
  -*) usage >&2; exit 64 ;;
esac
if [ $# -gt 1 ]; then usage >&2; exit 64; fi
prefix="${1:-/usr/local}"
# Unit files need absolute paths.
prefix="$(realpath -m -- "$prefix")"
root="${DESTDIR:-}${prefix%/}"
program="${PROGRAM:-}"
[ -z "$program" ] || program="$(realpath -- "$program")"
cd "$(dirname "$0")/.."

# The files of each program, and the documents of both.
files_of() {
  printf '%s\n' "bin/$1" "share/man/man1/$1.1" "share/bash-completion/completions/$1" \
    "share/zsh/site-functions/_$1" "share/fish/vendor_completions.d/$1.fish" "lib/sysusers.d/$1.conf"
}
documents=(LICENSE CHANGELOG.md deployment.md nginx.conf Caddyfile haproxy.cfg)
mapfile -t files < <(for each in "${programs[@]}"; do files_of "$each"; done)
files+=("${documents[@]/#/share/doc/$name/}")
units=("$name-watch@.service" gallery-server.service)
files+=("${units[@]/#/lib/systemd/system/}")

if $uninstalls; then
  for file in "${files[@]}"; do rm -fv -- "$root/$file"; done
  rmdir -- "$root/share/doc/$name" 2>/dev/null || true
  exit 0
fi

if [ -z "$program" ]; then
  Scripts/setup.sh
  for each in "${programs[@]}"; do swift build -c release --product "$each"; done
  program="$(swift build -c release --show-bin-path)/$name"
fi
command -v python3 >/dev/null || { echo "install: python3 not found; it is needed to make the man page" >&2; exit 1; }

work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
put() { install -D -m "$1" -- "$2" "$root/$3"; }

# put_program NAME PATH: a program with what it generates itself.
put_program() {
  local shell
  # Strip the symbols, 40 MB that only debuggers need.
  strip -o "$work/$1" "$2"
  Scripts/documents/manual.py "$2" >"$work/$1.1"
  for shell in bash zsh fish; do "$2" --generate-completion-script "$shell" >"$work/$shell"; done
  put 755 "$work/$1" "bin/$1"
  put 644 "$work/$1.1" "share/man/man1/$1.1"
  put 644 "$work/bash" "share/bash-completion/completions/$1"
  put 644 "$work/zsh" "share/zsh/site-functions/_$1"
  put 644 "$work/fish" "share/fish/vendor_completions.d/$1.fish"
  put 644 "Deployment/$1.sysusers" "lib/sysusers.d/$1.conf"
}

put_program "$name" "$program"
put_program gallery-server "$(dirname "$program")/gallery-server"
for unit in "${units[@]}"; do
  sed "s|/usr/bin/|$prefix/bin/|" "Deployment/$unit" >"$work/unit"
  put 644 "$work/unit" "lib/systemd/system/$unit"
done
for file in LICENSE CHANGELOG.md; do put 644 "$file" "share/doc/$name/$file"; done
put 644 Deployment/README.md "share/doc/$name/deployment.md"
for file in nginx.conf Caddyfile haproxy.cfg; do put 644 "Deployment/$file" "share/doc/$name/$file"; done
for each in "${programs[@]}"; do
  echo "install: $root/bin/$each, $(stat -c %s "$root/bin/$each") bytes"
done
echo "install: and $((${#files[@]} - ${#programs[@]})) files beside them"
