#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs a package of Scripts/deb.sh into a copy of this system that is gone afterwards, tries it, and
# removes it again.
#
# usage: try-deb.sh PACKAGE   as root, where overlayfs can be mounted
set -euo pipefail

if [ $# -ne 1 ] || [[ "$1" == -* ]]; then sed -n '6s/^# \{0,1\}//p' "$0" >&2; exit 64; fi
package="$(realpath -- "$1")"
name=thumbnail-strip

# Mounts are seen by this process and its children only, and end with them.
if [ -z "${TRY_DEB_IS_ALONE:-}" ]; then
  TRY_DEB_IS_ALONE=1 exec unshare -m -- "$(realpath -- "$0")" "$package"
fi
work=/mnt
mount -t tmpfs none "$work"
mkdir "$work/upper" "$work/work" "$work/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$work/upper,workdir=$work/work" "$work/root"
for folder in proc dev; do mount --bind "/$folder" "$work/root/$folder"; done
mount -t tmpfs none "$work/root/tmp"
cp -- "$package" "$work/root/tmp/package.deb"

try() { chroot "$work/root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"; }
failures=0
expect() {
  local what="$1"
  shift
  if try "$@" >"$work/output" 2>&1; then echo "try-deb: ok: $what"; return; fi
  echo "try-deb: FAILED: $what" >&2
  sed 's/^/  /' "$work/output" >&2
  failures=$((failures + 1))
}

expect "installs" dpkg --install /tmp/package.deb
expect "has all of its files as they were packed" dpkg --verify "$name"
expect "makes a store" "/usr/bin/$name" store init --store /tmp/store
expect "adds a token to it" /usr/bin/gallery-server token add --store /tmp/store
for program in "$name" gallery-server; do
  expect "$program runs" "/usr/bin/$program" --version
  expect "$program has a manual" man -w "$program"
  expect "$program completes in bash" bash -c \
    "source /usr/share/bash-completion/completions/$program && complete -p $program"
  expect "$program completes in zsh" test -s "/usr/share/zsh/vendor-completions/_$program"
  expect "$program completes in fish" test -s "/usr/share/fish/vendor_completions.d/$program.fish"
done
for unit in "$name-watch@.service" gallery-server.service; do
  expect "has the unit $unit" test -s "/usr/lib/systemd/system/$unit"
done
expect "installs over itself" dpkg --install /tmp/package.deb
expect "goes" dpkg --purge "$name"
expect "leaves nothing" bash -c \
  "! find /usr /etc /var/lib/dpkg/info -name '*$name*' -o -name '*gallery-server*' | grep ."
[ "$failures" -eq 0 ] || exit 1
