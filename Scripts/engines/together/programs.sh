# SPDX-License-Identifier: Apache-2.0
# What the runs of several servers share: their programs, and a folder.
# shellcheck shell=bash

# Sets GALLERY_SERVER to a debug build with the engines, unless a program was given.
prepare_programs() {
  PAGE_GALLERY_ENGINES=1 Scripts/setup.sh postgresql procps python3
  if [ -z "${GALLERY_SERVER:-}" ]; then
    PAGE_GALLERY_ENGINES=1 swift build --quiet --product gallery-server >&2
    GALLERY_SERVER="$(PAGE_GALLERY_ENGINES=1 swift build --show-bin-path)/gallery-server"
  fi
  export GALLERY_SERVER
}

# start_folder NAME: sets `folder`, which PostgreSQL's user can enter.
start_folder() {
  folder="$(mktemp -d "${TMPDIR:-/tmp}/page-gallery-$1.XXXXXX")"
  chmod 711 "$folder"
}
