#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs the server behind reverse proxies with the configurations of Deployment, and checks through each proxy
# that events, uploads, ranges, conditions and the rules of access work. Everything listens on loopback
# addresses, with free ports and a certificate of its own; nothing is left behind but the packages.
#
# usage: proxies.sh [nginx | caddy | haproxy | caddy-h2c | haproxy-h2c]...   all by default
#
# Clients of the proxies speak HTTP/2 and HTTP/1.1. With -h2c the proxy speaks HTTP/2 in clear text to the
# server, otherwise HTTP/1.1; nginx 1.22 has only that.
#
# GALLERY_SERVER is the path of a program that is already built; without it, a debug build is made.
set -euo pipefail

usage() { sed -n '7s/^# //p' "$0"; }
proxies=("$@")
[ $# -gt 0 ] || proxies=(nginx caddy haproxy caddy-h2c haproxy-h2c)
for proxy in "${proxies[@]}"; do
  case "$proxy" in
    nginx | caddy | haproxy | caddy-h2c | haproxy-h2c) ;;
    -h | --help) usage; exit 0 ;;
    *) usage >&2; exit 64 ;;
  esac
done
server="${GALLERY_SERVER:-}"
[ -z "$server" ] || server="$(realpath -- "$server")"
cd "$(dirname "$0")/.."
# shellcheck source=/dev/null
for file in Scripts/proxies/*.sh; do . "$file"; done

clean_up() {
  for process in "${streams[@]}" "$proxy_id" "$server_id"; do stop "$process"; done
  rm -rf "$work"
}

run_checks() {
  check_connections
  check_access
  check_forms
  check_uploads
  check_early_answers
  check_unfinished_request
  check_originals
  check_lists
  check_events
  check_shared_connection
  check_cancellations
  check_addresses
  check_end
}

# Checks a proxy with a server of its own.
try_proxy() {
  folder="$work/$proxy"
  mkdir "$folder"
  read -r port plain_port < <(free_ports 2)
  url="https://archive.example:$port"
  start_server
  "start_${proxy%-h2c}"
  proxy_id=$!
  wait_for 20 is_ready || fail_start "$proxy" "$folder/proxy.log"
  run_checks
  stop "$proxy_id"
  proxy_id=""
  rm -rf "$folder"
}

Scripts/setup.sh curl openssl python3 "${proxies[@]%-h2c}"
build_server
work="$(mktemp -d)"
streams=() proxy_id="" server_id="" failures=0
trap clean_up EXIT
trap 'exit 1' INT TERM
make_certificate
make_files
for proxy in "${proxies[@]}"; do try_proxy; done
[ "$failures" -eq 0 ] || { echo "proxies: $failures checks failed" >&2; exit 1; }
