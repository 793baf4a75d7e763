#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds a Debian package of both programs for this machine's release and architecture.
#
# usage: deb.sh [FOLDER]   the folder for the package, .build by default
#
# PROGRAM is the path of a thumbnail-strip that is already built, with gallery-server in the same folder. The
# version is that of the program. The date is SOURCE_DATE_EPOCH, by default that of the last commit: the same
# commit gives the same package.
set -euo pipefail

if [ $# -gt 1 ] || [[ "${1:-}" == -* ]]; then sed -n '5,8s/^# \{0,1\}//p' "$0" >&2; exit 64; fi
folder="$(realpath -m -- "${1:-$(dirname "$0")/../.build}")"
program="${PROGRAM:-}"
[ -z "$program" ] || PROGRAM="$(realpath -- "$program")"
cd "$(dirname "$0")/.."
Scripts/setup.sh dpkg-dev binutils

name=thumbnail-strip
programs=("$name" gallery-server)
maintainer="${DEBFULLNAME:-The page-gallery authors} <${DEBEMAIL:-page-gallery@example.org}>"
SOURCE_DATE_EPOCH="${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}"
export SOURCE_DATE_EPOCH
if [ -z "$program" ]; then
  for each in "${programs[@]}"; do swift build -c release --product "$each"; done
  PROGRAM="$(swift build -c release --show-bin-path)/$name"
fi
export PROGRAM

work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
stage="$work/stage"
DESTDIR="$stage" Scripts/install.sh /usr >/dev/null
version="$("$stage/usr/bin/$name" --version)"
architecture="$(dpkg --print-architecture)"

# The zsh of Debian looks for completions of packages in vendor-completions, not in site-functions.
mkdir -p "$stage/usr/share/zsh/vendor-completions"
mv "$stage/usr/share/zsh/site-functions/"_* "$stage/usr/share/zsh/vendor-completions/"
rmdir "$stage/usr/share/zsh/site-functions"

# Debian policy: compressed documents, a copyright file without the license text, a changelog.
documents="$stage/usr/share/doc/$name"
rm "$documents/LICENSE"
sed -i '1{/^#!/d}' "${programs[@]/#/$stage/usr/share/bash-completion/completions/}"
gzip -9n "$stage"/usr/share/man/man1/*.1 "$documents/CHANGELOG.md"
cat >"$documents/copyright" <<COPYRIGHT
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: page-gallery

Files: *
Copyright: $(date -u -d "@$SOURCE_DATE_EPOCH" +%Y) the page-gallery authors
License: Apache-2.0

License: Apache-2.0
 On Debian systems, the complete text of the Apache License version 2.0 is in
 /usr/share/common-licenses/Apache-2.0.
Comment:
 The programs hold the runtimes of Swift (Apache-2.0 with Runtime Library
 Exception) and C++ (GPL-3 with GCC Runtime Library Exception), Foundation,
 swift-argument-parser, swift-crypto (Apache-2.0; BoringSSL: Apache-2.0, ISC and
 OpenSSL), GRDB (MIT) and ICU (Unicode License). gallery-server also holds
 Hummingbird, SwiftNIO with BoringSSL, swift-configuration, swift-http-types,
 swift-log, swift-metrics, swift-service-lifecycle (Apache-2.0), llhttp (MIT),
 Yams (MIT) and LibYAML (MIT).
COPYRIGHT
gzip -9n >"$documents/changelog.gz" <<CHANGES
$name ($version) unstable; urgency=medium

  * Version $version; CHANGELOG.md.gz says what is new.

 -- $maintainer  $(date -uR -d "@$SOURCE_DATE_EPOCH")
CHANGES
chmod 644 "$documents"/*

# Dependencies: the packages of the shared libraries that the program loads.
mkdir -p "$work/source/debian" "$stage/DEBIAN"
printf 'Source: %s\n\nPackage: %s\nArchitecture: any\n' "$name" "$name" >"$work/source/debian/control"
depends="$(cd "$work/source" && dpkg-shlibdeps -O "$stage"/usr/bin/* | sed -n 's/^shlibs:Depends=//p')"

cat >"$stage/DEBIAN/control" <<CONTROL
Package: $name
Version: $version
Architecture: $architecture
Maintainer: $maintainer
Installed-Size: $(du -sk --apparent-size "$stage/usr" | cut -f1)
Depends: $depends
Section: graphics
Priority: optional
Description: thumbnails, stores and a server of scanned pages
 Makes thumbnails of JPEG and PNG pages, draws the thumbnail strip of a document
 into a picture or the terminal, keeps documents and their pages in a folder,
 and takes scans in as a scanner drops them. gallery-server serves such a folder
 to browsers and programs over HTTP; it starts when its unit is enabled.
CONTROL
cat >"$stage/DEBIAN/postinst" <<'POSTINST'
#!/bin/sh
set -e
# The system users of thumbnail-strip-watch@.service and gallery-server.service.
if [ "$1" = configure ] && command -v systemd-sysusers >/dev/null; then
  systemd-sysusers thumbnail-strip.conf gallery-server.conf
fi
POSTINST
chmod 755 "$stage/DEBIAN/postinst"
(cd "$stage" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum >DEBIAN/md5sums)
find "$stage" -type d -exec chmod 755 {} +
find "$stage" -newermt "@$SOURCE_DATE_EPOCH" -exec touch -hd "@$SOURCE_DATE_EPOCH" {} +

mkdir -p "$folder"
package="$folder/${name}_${version}_$architecture.deb"
dpkg-deb --root-owner-group --build "$stage" "$package" >/dev/null
echo "deb: $package, $(stat -c %s "$package") bytes"
