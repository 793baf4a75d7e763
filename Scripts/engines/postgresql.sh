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
  give_to_postgresql_user "$1"
  as_postgresql_user initdb --pgdata="$1/data" --username=page --auth=trust --no-locale \
    --encoding=UTF8 --no-sync >/dev/null
  run_postgresql "$1" "${2--c fsync=off -c full_page_writes=off}"
}

# start_standby FOLDER PRIMARY-FOLDER [SETTINGS]: a copy of another node, which follows it under the name "standby".
start_standby() {
  give_to_postgresql_user "$1"
  as_postgresql_user pg_basebackup --host="$2" --username=page --pgdata="$1/data" --write-recovery-conf \
    --wal-method=stream --checkpoint=fast --create-slot --slot=standby --no-sync
  run_postgresql "$1" "-c cluster_name=standby ${3-}"
}

# promote_postgresql FOLDER: makes a standby the primary, which waits for no other one.
promote_postgresql() {
  query_postgresql "$1" "ALTER SYSTEM SET synchronous_standby_names = ''" "SELECT pg_reload_conf()" >/dev/null
  as_postgresql_user pg_ctl --pgdata="$1/data" --silent --wait --timeout=60 promote
}

# kill_postgresql FOLDER: kills all processes of a node at once, and removes the shared memory and the number of the
# main process, which may remain a zombie for a while: PostgreSQL would wait for its end.
kill_postgresql() {
  local main memory
  main="$(sed -n 1p "$1/data/postmaster.pid")"
  memory="$(sed -n 7p "$1/data/postmaster.pid")"
  # shellcheck disable=SC2046
  kill -9 "$main" $(ps -o pid= --ppid "$main")
  as_postgresql_user ipcrm --shmem-id "${memory##* }"
  rm "$1/data/postmaster.pid"
}

# query_postgresql FOLDER STATEMENT...: prints the rows.
query_postgresql() {
  local words=()
  for statement in "${@:2}"; do words+=(--command "$statement"); done
  psql --no-psqlrc --quiet --tuples-only --no-align --host="$1" --username=page "${words[@]}" postgres
}

# stop_postgresql FOLDER: ends all connections. Does nothing if it is not running.
stop_postgresql() {
  as_postgresql_user pg_ctl --pgdata="$1/data" --silent --mode=immediate stop || true
}

give_to_postgresql_user() {
  if [ "$(id -u)" -eq 0 ]; then chown postgres: "$1"; fi
  chmod 711 "$1"
}

run_postgresql() {
  as_postgresql_user pg_ctl --pgdata="$1/data" --silent --wait --timeout=180 --log="$1/log" start -o \
    "-k $1 -c listen_addresses= -c unix_socket_permissions=0777 $2 \
     -c max_connections=300 -c shared_buffers=32MB"
}
