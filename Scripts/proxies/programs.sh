# SPDX-License-Identifier: Apache-2.0
# The programs of Scripts/proxies.sh: the server, and the proxies with the configurations of Deployment.
# shellcheck shell=bash

# The debug build of the repository, unless a program was given.
build_server() {
  [ -z "$server" ] || return 0
  swift build --quiet --product gallery-server
  server="$(swift build --show-bin-path)/gallery-server"
}

# free_ports COUNT
free_ports() {
  python3 - "$1" <<'PYTHON'
import socket, sys
sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(int(sys.argv[1]))]
print(*(each.getsockname()[1] for each in sockets))
PYTHON
}

make_certificate() {
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=archive.example \
    -addext subjectAltName=DNS:archive.example -keyout "$work/key.pem" -out "$work/cert.pem" 2>/dev/null
  cat "$work/cert.pem" "$work/key.pem" >"$work/both.pem"
}

# Starts the server with an empty store, one token and the URL of the proxy.
start_server() {
  local options=()
  ! speaks_h2c || options=(--http2-cleartext)
  token="$("$server" token add --store "$folder/store" --scope admin --label checks 2>"$folder/token.err")" \
    || fail_start "gallery-server token add" "$folder/token.err"
  "$server" --store "$folder/store" --listen 127.0.0.1:0 --public-url "$url" --trust-proxy 127.0.0.1 "${options[@]}" \
    >"$folder/server.out" 2>"$folder/server.err" &
  server_id=$!
  wait_for 20 grep -q '^listening on' "$folder/server.out" || fail_start "gallery-server" "$folder/server.err"
  backend="$(sed -n 's/^listening on //p' "$folder/server.out")"
}

# Whether the proxy speaks HTTP/2 to the server, too.
speaks_h2c() { [[ "$proxy" = *-h2c ]]; }

# adapted FILE EXPRESSION...: a file of Deployment with other ports and paths.
adapted() {
  local file="Deployment/$1" expressions=()
  shift
  for expression in "$@"; do expressions+=(-e "$expression"); done
  sed -e "s|127\.0\.0\.1:8080|${backend#http://}|" "${expressions[@]}" "$file"
}

start_nginx() {
  adapted nginx.conf "s|listen 80;|listen 127.0.0.1:$plain_port;|" "s|listen 443 |listen 127.0.0.1:$port |" \
    "s|/etc/ssl/certs/archive.example.pem|$work/cert.pem|" \
    "s|/etc/ssl/private/archive.example.key|$work/key.pem|" >"$folder/site.conf"
  # Debian's nginx.conf compresses as well. Only root can be another user.
  cat >"$folder/nginx.conf" <<NGINX
$([ "$(id -u)" -ne 0 ] || echo "user root;")
daemon off;
pid $folder/nginx.pid;
error_log stderr;
worker_processes 1;
events {}
http {
  access_log off;
  gzip on;
  client_body_temp_path $folder/body;
  proxy_temp_path $folder/proxy;
  fastcgi_temp_path $folder/fastcgi;
  uwsgi_temp_path $folder/uwsgi;
  scgi_temp_path $folder/scgi;
  include $folder/site.conf;
}
NGINX
  "$(program nginx)" -e stderr -c "$folder/nginx.conf" >"$folder/proxy.log" 2>&1 &
}

start_caddy() {
  local expressions=("s|# tls .*|tls $work/cert.pem $work/key.pem|")
  ! speaks_h2c || expressions+=("s|# versions |versions |")
  adapted Caddyfile "${expressions[@]}" >"$folder/site"
  cat >"$folder/Caddyfile" <<CADDY
{
	admin off
	http_port $plain_port
	https_port $port
	default_bind 127.0.0.1
	storage file_system $folder/caddy
}
import $folder/site
CADDY
  XDG_CONFIG_HOME="$folder" XDG_DATA_HOME="$folder" "$(program caddy)" run --adapter caddyfile \
    --config "$folder/Caddyfile" >"$folder/proxy.log" 2>&1 &
}

start_haproxy() {
  local expressions=("s|bind :80$|bind 127.0.0.1:$plain_port|" "s|bind :443 |bind 127.0.0.1:$port |"
    "s|/etc/haproxy/archive.example.pem|$work/both.pem|")
  ! speaks_h2c || expressions+=("s| check maxconn | check proto h2 maxconn |" "/http-reuse never/d")
  adapted haproxy.cfg "${expressions[@]}" >"$folder/haproxy.cfg"
  "$(program haproxy)" -db -f "$folder/haproxy.cfg" >"$folder/proxy.log" 2>&1 &
}

# Debian has some of them in sbin, which is not in every PATH.
program() { PATH="$PATH:/usr/sbin" command -v "$1"; }

fail_start() {
  echo "proxies: $1 did not start, or does not answer:" >&2
  cat "$2" >&2
  exit 1
}

# stop PROCESS: ends a process that this script started.
stop() {
  [ -n "$1" ] || return 0
  kill "$1" 2>/dev/null && wait "$1" 2>/dev/null || true
}
