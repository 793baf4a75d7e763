# SPDX-License-Identifier: Apache-2.0
# Checks of event streams, and of many streams in one connection.
# shellcheck shell=bash

rotate() {
  api -X PATCH -o /dev/null -H "Content-Type: application/json" -d '{"rotation":90}' "$url/api/v1/pages/$large" \
    || true
}

# changes FILE: the number of changes in an event stream.
changes() { grep -c '^event: change' "$1" || true; }

have_changes() {
  local file
  for file in "${@:2}"; do [ "$(changes "$file")" -ge "$1" ] || return 1; done
}

# have_begun FILE...
have_begun() {
  local file
  for file in "$@"; do grep -q '^event: document' "$file" || return 1; done
}

# A rotation, and other clients that see it: a proxy that collects an answer would keep it for ever. How soon is
# measured elsewhere, so that a machine with other work fails nothing. The streams stay open until the server ends.
check_events() {
  local version stream
  for version in --http2 --http1.1; do
    stream="$folder/events$version"
    api -N "$version" --max-time 300 -o "$stream" "$url/api/v1/documents/$document/events" 2>"$stream.err" &
    streams+=($!)
    expect "an event stream begins (${version#--})" true "$(truth wait_for 10 have_begun "$stream")"
    rotate
    expect "a change arrives (${version#--})" true "$(truth wait_for 10 have_changes 1 "$stream")"
  done
}

# transfer OPTION...: a part of a configuration file of curl, each option as NAME=VALUE. Standard output would be
# written only at the end.
transfer() {
  local option
  for option in "header=Authorization: Bearer $token" "cacert=$work/cert.pem" \
    "resolve=archive.example:$port:127.0.0.1" "write-out=%{stderr}%{num_connects} %{http_code}\n" "$@"; do
    printf '%s = "%s"\n' "${option%%=*}" "${option#*=}"
  done
  printf '%s\n' silent no-buffer next
}

# transfer_together NAME: makes the transfers on standard input in one connection of HTTP/2, in the background.
transfer_together() {
  sed '$d' >"$folder/$1.conf"
  curl --no-progress-meter --parallel --parallel-max 200 -K "$folder/$1.conf" 2>"$folder/$1" &
  streams+=($!)
}

# Eight event streams, twenty ranges and an upload of 50 MB share a connection, and none waits for another one.
check_shared_connection() {
  local files=() number
  {
    for number in {1..8}; do
      files+=("$folder/shared-$number")
      transfer "url=$url/api/v1/documents/$document/events" "output=$folder/shared-$number" max-time=300
    done
    for number in {10..29}; do
      transfer "url=$url/api/v1/pages/$large/original" "output=$folder/range-$number" \
        "range=$((number * 70000))-$((number * 70000 + 69999))"
    done
    transfer "url=$url/api/v1/uploads/$(uuid)" "upload-file=$work/large.png" limit-rate=10M output=/dev/null
  } >"$folder/transfers"
  transfer_together shared <"$folder/transfers"
  expect "eight event streams of one connection begin" true "$(truth wait_for 10 have_begun "${files[@]}")"
  rotate
  expect "a change arrives in all of them during an upload" "true 0" \
    "$(truth wait_for 4 have_changes 1 "${files[@]}") $(grep -c ' 201$' "$folder/shared" || true)"
  expect "the upload of 50 MB ends meanwhile" true "$(truth wait_for 40 grep -q ' 201$' "$folder/shared")"
  cat "$folder"/range-* >"$folder/ranges"
  expect "twenty ranges arrive beside it" "20 true" "$(grep -c ' 206$' "$folder/shared" || true) \
$(truth cmp -s -n 1400000 "$folder/ranges" "$work/large.png" 0 700000)"
}

# Streams, downloads and uploads that a client gives up: their connection goes on, and the server notices. They
# last for some seconds, so that all of them exist together also when some begin late.
check_cancellations() {
  local kept="$folder/kept" upload number before open
  upload="$(uuid)" before="$(metric gallery_staged_bytes)"
  open=$(($(metric gallery_event_streams) + 1))
  {
    for number in {1..20}; do
      transfer "url=$url/api/v1/documents/$document/events" output=/dev/null max-time=6
    done
    for number in {1..5}; do
      transfer "url=$url/api/v1/pages/$large/original" output=/dev/null limit-rate=100k max-time=6
    done
    transfer "url=$url/api/v1/uploads/$upload" "upload-file=$work/large.png" output=/dev/null limit-rate=1M \
      max-time=6
    transfer "url=$url/api/v1/documents/$document/events" "output=$kept" max-time=300
  } >"$folder/transfers"
  transfer_together cancelled <"$folder/transfers"
  expect "the server has all streams of one connection" true \
    "$(truth wait_for 6 metric_is gallery_event_streams $((open + 20)))"
  expect "cancelled streams end in the server" true "$(truth wait_for 15 metric_is gallery_event_streams "$open")"
  expect "so do cancelled downloads and uploads" true \
    "$(truth wait_for 15 metric_is gallery_active_requests $((open + 1)))"
  expect "nothing of a cancelled upload is left" "404 $before" \
    "$(api_status "$url/api/v1/uploads/$upload") $(metric gallery_staged_bytes)"
  check_many_cancellations "$kept" "$open"
}

# check_many_cancellations STREAM COUNT: more than a single client of the server may cancel within 30 s.
check_many_cancellations() {
  local events="$url/api/v1/documents/$document/events"
  api --http2 --parallel --parallel-max 90 --max-time 0.5 -o /dev/null "$events#[1-1200]" 2>/dev/null || true
  expect "1,200 cancelled streams of another client end" true \
    "$(truth wait_for 15 metric_is gallery_event_streams "$2")"
  rotate
  expect "an event stream goes on beside them" true "$(truth wait_for 10 have_changes 1 "$1")"
}
