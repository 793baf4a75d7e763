# SPDX-License-Identifier: Apache-2.0
# The checks of Scripts/proxies.sh, which reads this file. They use its variables: work, folder, proxy, url,
# port, plain_port, backend, token, server_id, streams and failures.
# shellcheck shell=bash

# expect WHAT EXPECTED FOUND
expect() {
  if [ "$2" = "$3" ]; then echo "proxies: $proxy: ok: $1"; return; fi
  echo "proxies: $proxy: FAILED: $1: expected '$2', found '$3'" >&2
  failures=$((failures + 1))
}

# wait_for SECONDS COMMAND...: returns whether the command succeeds within that time.
wait_for() {
  local end=$(($(microseconds) + $1 * 1000000))
  shift
  until "$@" 2>/dev/null; do
    [ "$(microseconds)" -lt "$end" ] || return 1
    sleep 0.02
  done
}

microseconds() { echo "${EPOCHREALTIME/[.,]/}"; }

# curl as a client of the proxy; the certificate is checked.
client() {
  curl -sS --max-time 120 --cacert "$work/cert.pem" --resolve "archive.example:$port:127.0.0.1" "$@"
}

# The same with the token.
api() { client -H "Authorization: Bearer $token" "$@"; }

# api_status OPTION...: the status of a response.
api_status() { api -o /dev/null -w '%{http_code}' "$@" || true; }

client_status() { client -o /dev/null -w '%{http_code}' "$@" || true; }

is_ready() { [ "$(client_status "$url/health/ready" 2>/dev/null)" = 200 ]; }

# number NAME: the first number with that name in the JSON on standard input.
number() { grep -o "\"$1\":[0-9]*" | head -1 | cut -d: -f2 || true; }

uuid() { cat /proc/sys/kernel/random/uuid; }

# Makes the files that are sent: a small page, one of 50 MB, as many bytes that are no page, and too many.
make_files() {
  python3 - "$work" <<'PYTHON'
import os, struct, sys, zlib

def chunk(kind, body):
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

def write(name, size):
    rows = b"".join(b"\0" + os.urandom(3 * size) for _ in range(size))
    head = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    with open(f"{sys.argv[1]}/{name}", "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head))
        file.write(chunk(b"IDAT", zlib.compress(rows, 0)) + chunk(b"IEND", b""))

write("small.png", 16)
write("large.png", 4096)
PYTHON
  tail -c +100 "$work/large.png" >"$work/no-page"
  truncate -s 65M "$work/too-large"
}

run_checks() {
  check_connections
  check_access
  check_forms
  check_uploads
  check_early_answers
  check_originals
  check_lists
  check_events
  check_addresses
  check_end
}

check_connections() {
  local found="%{http_version} %{http_code}"
  expect "browsers get HTTP/2" "2 200" "$(api -o /dev/null -w "$found" "$url/api/v1/documents")"
  expect "programs get HTTP/1.1" "1.1 200" "$(api --http1.1 -o /dev/null -w "$found" "$url/api/v1/documents")"
  found="$(curl -sS -o /dev/null -w '%{http_code} %{redirect_url}' \
    --resolve "archive.example:$plain_port:127.0.0.1" "http://archive.example:$plain_port/d/1?page=2" \
    | sed -E 's/example:[0-9]+/example/' || true)"
  expect "http leads to https" "308 https://archive.example/d/1?page=2" "$found"
}

check_access() {
  expect "a token is needed" 401 "$(client_status "$url/api/v1/documents")"
  expect "the metrics are not open to clients of the proxy" 401 "$(client_status "$url/metrics")"
  api -o /dev/null -D "$folder/foreign" -H "Host: elsewhere.example" "$url/" 2>/dev/null || true
  # A proxy that knows its names answers itself.
  found="$(grep -qi '^x-request-id' "$folder/foreign" && head -1 "$folder/foreign" | cut -d' ' -f2 || echo 421)"
  expect "a foreign host name does not lead to the library" 421 "$found"
}

check_forms() {
  local own=(-H "Origin: $url") foreign=(-H "Origin: https://elsewhere.example") cookie
  expect "a browser signs in" 303 "$(client_status -c "$folder/cookies" -D "$folder/session" "${own[@]}" \
    --data-urlencode "token=$token" "$url/session")"
  cookie="$(grep -ci '^set-cookie: __Host-gallery-session=.*; Secure' "$folder/session" || true)"
  expect "its cookie is for https" 1 "$cookie"
  browser() { client_status -b "$folder/cookies" "$@"; }
  expect "the cookie opens the library" 200 "$(browser "$url/")"
  expect "a form of a page of this site works" 303 "$(browser "${own[@]}" -d title=Lease "$url/d")"
  expect "one of another site is refused" 403 "$(browser "${foreign[@]}" -d title=Lease "$url/d")"
  expect "also by Sec-Fetch-Site" 403 "$(browser -H "Sec-Fetch-Site: cross-site" -d title=Lease "$url/d")"
  document="$(api "$url/api/v1/documents" | number id)"
  pages="$url/api/v1/documents/$document/pages"
}

check_uploads() {
  expect "a page of 50 MB is stored" 201 "$(api -X POST -T "$work/large.png" -o "$folder/page" \
    -w '%{http_code}' "$pages" || true)"
  large="$(number id <"$folder/page")"
  expect "a page of unknown length is stored" 201 \
    "$(api_status --http1.1 -X POST -T - "$pages" <"$work/small.png")"
  expect "a page of 50 MB is uploaded after 100 Continue" 201 "$(api_status -v --http1.1 -T "$work/large.png" \
    -H "Expect: 100-continue" "$url/api/v1/uploads/$(uuid)" 2>"$folder/trace")"
  expect "100 Continue was received" true "$(grep -q '^< HTTP/1.1 100' "$folder/trace" && echo true)"
}

# Answers that come while a client sends: a proxy that stores bodies first would receive all of it. The client
# is not faster than the answer, because a connection that closes at once may take the answer with it.
check_early_answers() {
  local version found
  for version in --http2 --http1.1; do
    found="$(api "$version" -o /dev/null -w '%{http_code} %{size_upload}' --limit-rate 5M -T "$work/no-page" \
      "$url/api/v1/uploads/$(uuid)" || true)"
    expect "a wrong upload is refused by its first bytes (${version#--})" "415 true" \
      "${found% *} $([ "${found#* }" -lt 25000000 ] && echo true || echo false)"
    found="$(api "$version" -o "$folder/problem" -w '%{http_code} %{content_type}' --limit-rate 5M \
      -T "$work/too-large" "$url/api/v1/uploads/$(uuid)" || true)"
    expect "the server explains that 65 MiB are too much (${version#--})" "413 application/problem+json" "$found"
  done
}

check_originals() {
  local original="$url/api/v1/pages/$large/original" tag size
  size="$(stat -c %s "$work/large.png")"
  api -o "$folder/original" "$original" || true
  expect "the original has the same bytes" true "$(cmp -s "$work/large.png" "$folder/original" && echo true)"
  api -I -o "$folder/head" "$original" || true
  expect "HEAD tells the length" "$size" "$(header content-length)"
  expect "a range is 206" "206 100" \
    "$(api -o /dev/null -w '%{http_code} %{size_download}' -r 1000-1099 "$original")"
  expect "a range beyond the end is 416" 416 "$(api_status -r "$size-" "$original")"
  tag="$(header etag)"
  expect "an unchanged original is 304" 304 "$(api_status -H "If-None-Match: $tag" "$original")"
  expect "a range of another version is the whole" 200 "$(api_status -H 'If-Range: "old"' -r 0-9 "$original")"
}

# header NAME: the value of a field in $folder/head.
header() { tr -d '\r' <"$folder/head" | sed -n "s/^$1: //Ip" | head -1; }

check_lists() {
  local form=() tag
  for _ in {1..100}; do form+=(-F "pages=@$work/small.png"); done
  expect "a form with 100 files works" 303 "$(api_status "${form[@]}" "$url/d/$document/pages")"
  api -D "$folder/head" -o "$folder/list" "$pages" || true
  api --compressed -o "$folder/compressed" "$pages" || true
  curl -sS -H "Authorization: Bearer $token" -o "$folder/direct" "$backend/api/v1/documents/$document/pages" || true
  expect "the list of pages arrives unchanged" true "$(cmp -s "$folder/list" "$folder/direct" && echo true)"
  expect "also with gzip" true "$(cmp -s "$folder/compressed" "$folder/direct" && echo true)"
  tag="$(header etag)"
  expect "an unchanged list is 304" 304 "$(api_status -H "If-None-Match: $tag" "$pages")"
}

# A rotation, and the time until other clients see it. The streams stay open until the server ends.
check_events() {
  local version stream seen
  for version in --http2 --http1.1; do
    stream="$folder/events$version"
    api -N "$version" -o "$stream" "$url/api/v1/documents/$document/events" 2>"$stream.err" &
    streams+=($!)
    seen="$(wait_for 5 grep -q '^event: document' "$stream" && echo true || true)"
    expect "an event stream begins (${version#--})" true "$seen"
    api -X PATCH -o /dev/null -H "Content-Type: application/json" -d '{"rotation":90}' \
      "$url/api/v1/pages/$large" || true
    seen="$(wait_for 1 grep -q '^event: change' "$stream" && echo true || echo false)"
    expect "a change arrives within a second (${version#--})" true "$seen"
  done
}

# With the addresses of the proxy's clients, wrong credentials are limited for each of them.
check_addresses() {
  local target="$url/api/v1/documents"
  guess() { client_status --interface "$1" -H "Authorization: Bearer wrong" "${@:2}"; }
  expect "wrong tokens of one client are limited" 429 \
    "$(guess 127.0.0.2 -w '\n%{http_code}' "$target/[1-11]" | tail -1)"
  expect "not those of another one" 401 "$(guess 127.0.0.3 "$target")"
  expect "X-Forwarded-For of a client has no effect" 429 \
    "$(guess 127.0.0.2 -H "X-Forwarded-For: 192.0.2.1" "$target")"
  expect "nor has Forwarded" 429 "$(guess 127.0.0.2 -H "Forwarded: for=192.0.2.1" "$target")"
}

check_end() {
  local status=0 stream
  kill -TERM "$server_id"
  wait_for 15 has_ended "$server_id" || status=running
  [ "$status" = running ] || wait "$server_id" || status=$?
  expect "the server ends after SIGTERM" 0 "$status"
  [ "$status" = running ] || server_id=""
  for stream in "${streams[@]}"; do
    status=0
    wait_for 5 has_ended "$stream" || status=running
    [ "$status" = running ] || wait "$stream" || status=$?
    expect "an event stream has ended as well" 0 "$status"
  done
  for stream in "${streams[@]}"; do stop "$stream"; done
  streams=()
}

has_ended() { ! kill -0 "$1"; }
