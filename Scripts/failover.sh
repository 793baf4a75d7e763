#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Kills the primary of two PostgreSQL nodes with synchronous replication, and one of two servers, while eight
# clients edit; promotes the standby; and checks that no acknowledged edit is lost and that each was made once.
# Everything is in a temporary folder and on loopback addresses; nothing is left behind but the packages.
#
# usage: failover.sh [--seconds N]   the time for which clients edit, 15 by default
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
start_folder failover
trap 'stop_postgresql "$folder/first" 2>/dev/null; stop_postgresql "$folder/second"; rm -rf "$folder"' EXIT
mkdir "$folder/first" "$folder/second"

# Shared memory that a killed node leaves is in its folder.
settings="-c dynamic_shared_memory_type=mmap"
start_postgresql "$folder/first" "$settings"
# A standby that has lost its primary may look at a promotion only after this time, which is 5 s by default.
start_standby "$folder/second" "$folder/first" "$settings -c wal_retrieve_retry_interval=100ms"
# Both nodes have the setting, like nodes that take turns; the promoted one has to drop it.
for node in first second; do
  query_postgresql "$folder/$node" "ALTER SYSTEM SET synchronous_standby_names = 'standby'" \
    "SELECT pg_reload_conf()" >/dev/null
done
is_synchronous() { [ "$(query_postgresql "$folder/first" 'SELECT sync_state FROM pg_stat_replication')" = sync ]; }
for _ in $(seq 100); do ! is_synchronous || break; sleep 0.1; done
is_synchronous || { echo "failover: the standby does not follow" >&2; exit 1; }

python3 Scripts/engines/together/failover.py "$folder" "$@"
