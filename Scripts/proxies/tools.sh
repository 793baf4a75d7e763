# SPDX-License-Identifier: Apache-2.0
# What the checks of Scripts/proxies.sh share: expectations, clients of the proxy and the files that are sent.
# shellcheck shell=bash

# expect WHAT EXPECTED FOUND
expect() {
  if [ "$2" = "$3" ]; then echo "proxies: $proxy: ok: $1"; return; fi
  echo "proxies: $proxy: FAILED: $1: expected '$2', found '$3'" >&2
  failures=$((failures + 1))
}

# truth COMMAND...: the word for the outcome of a command.
truth() { if "$@"; then echo true; else echo false; fi; }

# wait_for SECONDS COMMAND...: returns whether the command succeeds within that time.
wait_for() {
  local end=$(($(microseconds) + $1 * 1000000))
  shift
  until "$@" 2>/dev/null; do
    [ "$(microseconds)" -lt "$end" ] || return 1
    sleep 0.02
  done
}

has_ended() { ! kill -0 "$1"; }

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

# metric NAME: a number that the server counts, without the proxy.
metric() { curl -sS -H "Authorization: Bearer $token" "$backend/metrics" | sed -n "s/^$1 //p"; }

# metric_is NAME VALUE
metric_is() { [ "$(metric "$1")" = "$2" ]; }

# number NAME: the first number with that name in the JSON on standard input.
number() { grep -o "\"$1\":[0-9]*" | head -1 | cut -d: -f2 || true; }

# header NAME: the value of a field in $folder/head.
header() { tr -d '\r' <"$folder/head" | sed -n "s/^$1: //Ip" | head -1; }

uuid() { cat /proc/sys/kernel/random/uuid; }

# Makes the files that are sent: a small page, one of 5 MB, one of 50 MB, as many bytes that are no page, and too many.
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
write("medium.png", 1300)
write("large.png", 4096)
PYTHON
  tail -c +100 "$work/large.png" >"$work/no-page"
  truncate -s 65M "$work/too-large"
}
