#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the program and installs it with its manual, completions, license and systemd unit.
#
# usage: install.sh [PREFIX]              PREFIX is /usr/local by default
#        install.sh --uninstall [PREFIX]  removes the same files again
#
# DESTDIR is a prefix of all paths, for packages. PROGRAM is the path of a program that is already built.
set -euo pipefail

name=thumbnail-strip

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

files=(
  "bin/$name"
  "share/man/man1/$name.1"
  "share/bash-completion/completions/$name"
  "share/zsh/site-functions/_$name"
  "share/fish/vendor_completions.d/$name.fish"
  "share/doc/$name/LICENSE"
  "share/doc/$name/CHANGELOG.md"
  "share/doc/$name/watch.md"
  "lib/systemd/system/$name-watch@.service"
  "lib/sysusers.d/$name.conf"
)

if $uninstalls; then
  for file in "${files[@]}"; do rm -fv -- "$root/$file"; done
  rmdir -- "$root/share/doc/$name" 2>/dev/null || true
  exit 0
fi

if [ -z "$program" ]; then
  Scripts/setup.sh
  swift build -c release --product "$name"
  program="$(swift build -c release --show-bin-path)/$name"
fi
command -v python3 >/dev/null || { echo "install: python3 not found; it is needed to make the man page" >&2; exit 1; }

work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
# Strip the symbols, 40 MB that only debuggers need.
strip -o "$work/$name" "$program"
Scripts/manual.py "$program" >"$work/$name.1"
for shell in bash zsh fish; do "$program" --generate-completion-script "$shell" >"$work/$shell"; done
sed "s|/usr/bin/|$prefix/bin/|" "Deployment/$name-watch@.service" >"$work/unit"

put() { install -D -m "$1" -- "$2" "$root/$3"; }
put 755 "$work/$name" "${files[0]}"
put 644 "$work/$name.1" "${files[1]}"
put 644 "$work/bash" "${files[2]}"
put 644 "$work/zsh" "${files[3]}"
put 644 "$work/fish" "${files[4]}"
put 644 LICENSE "${files[5]}"
put 644 CHANGELOG.md "${files[6]}"
put 644 Deployment/README.md "${files[7]}"
put 644 "$work/unit" "${files[8]}"
put 644 "Deployment/$name.sysusers" "${files[9]}"
echo "install: $root/bin/$name, $(stat -c %s "$root/bin/$name") bytes, and $((${#files[@]} - 1)) files beside it"
