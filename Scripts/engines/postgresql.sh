# SPDX-License-Identifier: Apache-2.0
# Functions that start and stop a private PostgreSQL in a folder. It listens on a socket in that folder only.

# The newest installation of Debian, or the programs of PATH.
postgresql_programs="$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -1 || true)"
export PATH="${postgresql_programs:+$postgresql_programs:}$PATH"

# PostgreSQL refuses to run as root: then it runs as Debian's user `postgres`.
as_postgresql_user() {
  if [ "$(id -u)" -ne 0 ]; then "$@"; return; fi
  (cd / && setpriv --reuid=postgres --regid=postgres --init-groups env PATH="$PATH" "$@")
}

# start_postgresql FOLDER [SETTINGS]: the settings replace those that survive no crash of the machine.
start_postgresql() {
  local data="$1/data"
  if [ "$(id -u)" -eq 0 ]; then chown postgres: "$1"; fi
  chmod 711 "$1"
  as_postgresql_user initdb --pgdata="$data" --username=page --auth=trust --no-locale \
    --encoding=UTF8 --no-sync >/dev/null
  local settings="${2--c fsync=off -c full_page_writes=off}"
  as_postgresql_user pg_ctl --pgdata="$data" --silent --wait --timeout=180 --log="$1/log" start -o \
    "-k $1 -c listen_addresses= -c unix_socket_permissions=0777 $settings \
     -c max_connections=300 -c shared_buffers=32MB"
}

# stop_postgresql FOLDER: ends all connections. Does nothing if it is not running.
stop_postgresql() {
  as_postgresql_user pg_ctl --pgdata="$1/data" --silent --mode=immediate stop || true
}
