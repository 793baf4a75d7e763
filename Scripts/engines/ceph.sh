# SPDX-License-Identifier: Apache-2.0
# Functions that start and stop the smallest Ceph with an S3 gateway: a monitor, one OSD in memory, radosgw. All
# of it is in a folder and on loopback.

ceph_packages=(ceph-common ceph-mon ceph-osd curl radosgw)

# until_success SECONDS COMMAND...
until_success() {
  local end=$((SECONDS + $1))
  until "${@:2}" >/dev/null 2>&1; do
    if [ $SECONDS -ge $end ]; then echo "engines: no success in $1 s: ${*:2}" >&2; return 1; fi
    sleep 0.1
  done
}

write_ceph_configuration() {
  cat >"$1/ceph.conf" <<CONFIGURATION
[global]
fsid = $(cat /proc/sys/kernel/random/uuid)
mon_host = [v1:127.0.0.1:$3]
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
ms_bind_msgr2 = false
auth_cluster_required = none
auth_service_required = none
auth_client_required = none
run_dir = $1
pid_file = $1/\$name.pid
admin_socket = $1/\$name.socket
crash_dir = $1
log_file = $1/\$name.log
mon_cluster_log_file = $1/cluster.log
mon_allow_pool_size_one = true
mon_data_avail_crit = 1
mon_max_pg_per_osd = 2000
paxos_propose_interval = 0.05
paxos_min_wait = 0.01
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 1
osd_pool_default_pg_autoscale_mode = off
osd_crush_chooseleaf_type = 0
[mon]
mon_data = $1/mon
[osd]
osd_data = $1/osd
osd_objectstore = memstore
osd_class_load_list = *
osd_class_default_list = *
[client.rgw]
rgw_data = $1/rgw
rgw_frontends = beast endpoint=127.0.0.1:$2 tcp_nodelay=1
CONFIGURATION
}

# start_ceph FOLDER PORT MONITOR-PORT: the S3 gateway is at the port, with the key "test" and the secret "secret".
start_ceph() {
  mkdir -p "$1/mon" "$1/osd" "$1/rgw"
  write_ceph_configuration "$@"
  export CEPH_CONF="$1/ceph.conf"
  monmaptool --create --fsid "$(sed -n 's/^fsid = //p' "$CEPH_CONF")" --addv a "[v1:127.0.0.1:$3]" \
    "$1/monitors" >/dev/null
  ceph-mon --id a --mkfs --monmap "$1/monitors" && ceph-mon --id a
  until_success 180 ceph --connect-timeout 5 mon stat
  local id
  id="$(cat /proc/sys/kernel/random/uuid)"
  # A monitor that has answered may refuse this for a moment.
  until_success 180 ceph osd new "$id" 0
  ceph-osd --id 0 --no-mon-config --mkfs --osd-uuid "$id" 2>>"$1/mkfs.log"
  ceph-osd --id 0 --no-mon-config >/dev/null
  until_success 180 sh -c 'ceph osd stat | grep -q "1 up"'
  radosgw --name client.rgw --no-mon-config
  until_success 180 curl --silent --fail "http://127.0.0.1:$2/"
  radosgw-admin --name client.rgw --no-mon-config --admin-socket= user create --uid=test \
    --display-name=test --access-key=test --secret-key=secret >/dev/null
}

# stop_ceph FOLDER: ends the processes by their IDs.
stop_ceph() {
  local file
  for file in "$1"/*.pid; do
    [ -f "$file" ] && kill -9 "$(cat "$file")" 2>/dev/null || true
  done
}
