# SPDX-License-Identifier: Apache-2.0
# Checks of uploads, originals and lists behind a proxy.
# shellcheck shell=bash

check_uploads() {
  expect "a page of 50 MB is stored" 201 "$(api -X POST -T "$work/large.png" -o "$folder/page" \
    -w '%{http_code}' "$pages" || true)"
  large="$(number id <"$folder/page")"
  expect "a page of unknown length is stored" 201 \
    "$(api_status --http1.1 -X POST -T - "$pages" <"$work/small.png")"
  local statuses=""
  for _ in {1..20}; do statuses+="$(api_status --http2 -X POST -T - "$pages" <"$work/small.png") "; done
  expect "so are twenty ones over HTTP/2, whose end comes apart" "" "${statuses//201 /}"
  expect "a page of 50 MB is uploaded after 100 Continue" 201 "$(api_status -v --http1.1 -T "$work/large.png" \
    -H "Expect: 100-continue" "$url/api/v1/uploads/$(uuid)" 2>"$folder/trace")"
  expect "100 Continue was received" true "$(grep -q '^< HTTP/1.1 100' "$folder/trace" && echo true)"
}

# Answers that come while a client sends: a proxy that stores bodies first would receive all of it. The client
# is not faster than the answer, because a connection that closes at once may take the answer with it.
check_early_answers() {
  local version found options
  for version in --http2 --http1.1; do
    options=("$version" --limit-rate 5M)
    # Caddy 2.6 closes such a connection at once if it was asked for 100 Continue.
    [ "$proxy$version" != caddy-h2c--http1.1 ] || options+=(-H "Expect:")
    found="$(api "${options[@]}" -o /dev/null -w '%{http_code} %{size_upload}' -T "$work/no-page" \
      "$url/api/v1/uploads/$(uuid)" || true)"
    expect "a wrong upload is refused by its first bytes (${version#--})" "415 true" \
      "${found% *} $([ "${found#* }" -lt 25000000 ] && echo true || echo false)"
    found="$(api "${options[@]}" -o "$folder/problem" -w '%{http_code} %{content_type}' -T "$work/too-large" \
      "$url/api/v1/uploads/$(uuid)" || true)"
    expect "the server explains that 65 MiB are too much (${version#--})" "413 application/problem+json" "$found"
  done
}

# A request that is refused before its body arrives, which its client never sends.
check_unfinished_request() {
  { sleep 1 | client --http2 --max-time 0.5 -o /dev/null -X POST -H "Content-Length: 11" -T - \
    "$url/api/v1/documents"; } 2>/dev/null || true
  expect "a request without its body does not harm the next one" "200 200 200" \
    "$(client_status "$url/health/ready") $(client_status "$url/health/ready") $(client_status "$url/health/ready")"
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

check_lists() {
  local form=() tag
  for _ in {1..100}; do form+=(-F "pages=@$work/small.png"); done
  expect "a form with 100 files works" 303 "$(api_status "${form[@]}" "$url/d/$document/pages")"
  api -D "$folder/head" -o "$folder/list" "$pages" || true
  api --compressed -D "$folder/compressed-head" -o "$folder/compressed" "$pages" || true
  curl -sS -H "Authorization: Bearer $token" -o "$folder/direct" "$backend/api/v1/documents/$document/pages" || true
  expect "the list of pages arrives unchanged" true "$(cmp -s "$folder/list" "$folder/direct" && echo true)"
  expect "it is compressed for those who accept it" 1 \
    "$(grep -ci '^content-encoding: gzip' "$folder/compressed-head" || true)"
  expect "also then it arrives unchanged" true "$(cmp -s "$folder/compressed" "$folder/direct" && echo true)"
  tag="$(header etag)"
  expect "an unchanged list is 304" 304 "$(api_status -H "If-None-Match: $tag" "$pages")"
}
