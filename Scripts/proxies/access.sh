# SPDX-License-Identifier: Apache-2.0
# Checks of protocols, names, tokens, sessions and addresses behind a proxy.
# shellcheck shell=bash

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
  found="$(api_status -D "$folder/foreign" -H "Host: elsewhere.example" "$url/")"
  # A proxy that knows its names answers itself, and the server's answers have an ID.
  [ "$found" = 000 ] || grep -qi '^x-request-id' "$folder/foreign" || found=421
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
