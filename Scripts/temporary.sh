# SPDX-License-Identifier: Apache-2.0
# To be sourced: temporary files in memory, if this machine has such a folder with enough room.
# shellcheck shell=bash

# Tests make and delete ten thousands of small files. ext4 searches long for the number of a new file if it has just
# deleted many; that was a quarter of the CPU time of the tests, and they wait for a disk besides. Not for the checks of
# the viewer: Deno reads nothing below /dev.
#
# Sets TMPDIR to a new folder, unless the caller chose one other than the usual, or this script has set it already.
use_memory_for_temporary_files() {
  local shared=/dev/shm room_kib usual="${TMPDIR:-/tmp}"
  [ "${usual%/}" = /tmp ] && [ -d "$shared" ] && [ -w "$shared" ] || return 0
  room_kib="$(df --output=avail "$shared" | tail -n 1)"
  [ "$room_kib" -ge $((4 * 1024 * 1024)) ] || return 0
  temporary_folder="$(mktemp -d "$shared/page-gallery.XXXXXX")"
  # Other users may enter: PostgreSQL runs as its own.
  chmod 755 "$temporary_folder"
  # Tests start scripts that they have written.
  if printf '#!/bin/sh\n' >"$temporary_folder/try" && chmod +x "$temporary_folder/try" && "$temporary_folder/try"; then
    rm "$temporary_folder/try"
    export TMPDIR="$temporary_folder"
  else
    remove_temporary_files
  fi
}

# Removes the folder, also what killed programs have left there. A program that still ends may write meanwhile: what
# is left then is no failure of the caller.
remove_temporary_files() {
  [ -n "${temporary_folder:-}" ] || return 0
  chmod -R u+rwX "$temporary_folder" 2>/dev/null || true
  rm -rf "$temporary_folder" || true
}
