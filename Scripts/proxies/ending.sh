# SPDX-License-Identifier: Apache-2.0
# Checks of the end of the server behind a proxy.
# shellcheck shell=bash

# The end of the server while streams are open and a page arrives. Requests have 10 s
# then, also on a machine with other work: the page is small and slow.
check_end() {
  local status=0 upload name stream before
  before="$(metric gallery_active_requests)"
  api -X POST -T "$work/medium.png" --limit-rate 4M -o "$folder/last" -w '%{http_code}' "$pages" \
    >"$folder/last.status" &
  upload=$!
  expect "a page arrives" true "$(truth wait_for 10 metric_is gallery_active_requests $((before + 1)))"
  kill -TERM "$server_id"
  wait_for 30 has_ended "$server_id" || status=running
  if [ "$status" = running ]; then kill -KILL "$server_id"; else wait "$server_id" || status=$?; fi
  server_id=""
  expect "the server ends after SIGTERM" 0 "$status"
  wait "$upload" || true
  expect "the page that was arriving is acknowledged" 201 "$(cat "$folder/last.status")"
  check_stored "$(number id <"$folder/last")"
  for stream in "${streams[@]}"; do
    expect "event streams have ended as well" true "$(truth wait_for 15 has_ended "$stream")"
  done
  for name in events--http2 events--http1.1 shared-1 kept; do
    expect "the last thing in them is a comment (${name})" ":" "$(grep -v '^$' "$folder/$name" | tail -1 | cut -c1)"
  done
  for name in shared cancelled; do
    expect "all transfers used one connection ($name)" 1 "$(awk '{ sum += $1 } END { print sum }' "$folder/$name")"
  done
  for stream in "${streams[@]}"; do stop "$stream"; done
  streams=()
}

# check_stored PAGE: starts the server again, without the proxy.
check_stored() {
  "$server" --store "$folder/store" --listen 127.0.0.1:0 >"$folder/again.out" 2>>"$folder/server.err" &
  server_id=$!
  wait_for 20 grep -q '^listening on' "$folder/again.out" || fail_start "gallery-server" "$folder/server.err"
  backend="$(sed -n 's/^listening on //p' "$folder/again.out")"
  expect "it is in the store" 200 "$(curl -sS -o /dev/null -w '%{http_code}' -H "Authorization: Bearer $token" \
    "$backend/api/v1/pages/$1" || true)"
  stop "$server_id"
  server_id=""
}
