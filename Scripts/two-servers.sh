#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Lets eight clients edit the same documents through two servers on one PostgreSQL, while connections to the database
# are ended at random, and checks all answers with an oracle. Everything is in a temporary folder and on loopback
# addresses; nothing is left behind but the packages.
#
# usage: two-servers.sh [--seconds N] [--kills-per-second N] [--turn-away]   15 and 2 by default
#
# With --turn-away, clients that have lost a response repeat the request at the other server at once.
#
# GALLERY_SERVER is the path of a program with the engines that is already built; without it, a debug build is made.
set -euo pipefail

case "${1:-}" in
  -h | --help) sed -n '7s/^# //p' "$0"; exit 0 ;;
esac
[ -z "${GALLERY_SERVER:-}" ] || GALLERY_SERVER="$(realpath -- "$GALLERY_SERVER")"
cd "$(dirname "$0")/.."
source Scripts/engines/postgresql.sh
source Scripts/engines/together/programs.sh

prepare_programs
start_folder two-servers
trap 'stop_postgresql "$folder/postgresql"; rm -rf "$folder"' EXIT
mkdir "$folder/postgresql"
start_postgresql "$folder/postgresql"
python3 Scripts/engines/together/two_servers.py "$folder" "$@"
