#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Tests the server against the description of its interface with schemathesis, which makes requests from it,
# valid and invalid ones, alone and in sequences. All its checks run. Afterwards the server must still answer,
# must have logged no errors, and its store must be whole. Event streams are left out, because they do not end.
#
# usage: schemathesis.sh [SECONDS] [OPTION OF SCHEMATHESIS...]   600 seconds by default
#
# GALLERY_SERVER and GALLERY_STRIP are programs that are already built; without them, debug builds are made.
# The same seed makes the same requests: --seed 1.
set -euo pipefail

usage() { sed -n '7s/^# //p' "$0"; }
case "${1:-}" in
  -h | --help) usage; exit 0 ;;
  '' | [0-9]*) seconds="${1:-600}" ;;
  *) seconds=600; set -- "$seconds" "$@" ;;
esac
[[ "$seconds" =~ ^[1-9][0-9]*$ ]] || { usage >&2; exit 64; }
options=("${@:2}")
server="${GALLERY_SERVER:-}" strip="${GALLERY_STRIP:-}"
[ -z "$server" ] || server="$(realpath -- "$server")"
[ -z "$strip" ] || strip="$(realpath -- "$strip")"
cd "$(dirname "$0")/.."

tools=.build-schemathesis
python3 -c 'import ensurepip, venv' 2>/dev/null || Scripts/setup.sh python3-venv
if [ ! -x "$tools/bin/schemathesis" ]; then
  python3 -m venv "$tools"
  "$tools/bin/pip" install --quiet --disable-pip-version-check schemathesis==4.32.5
fi
# build PROGRAM: prints the path of its debug build.
build() {
  swift build --quiet --product "$1" >&2 || return
  echo "$(swift build --show-bin-path)/$1"
}
[ -n "$server" ] || server="$(build gallery-server)"
[ -n "$strip" ] || strip="$(build thumbnail-strip)"

work="$(mktemp -d)"
server_id=""
clean_up() {
  [ -z "$server_id" ] || kill "$server_id" 2>/dev/null || true
  rm -rf "$work"
}
trap clean_up EXIT
trap 'exit 1' INT TERM

"$strip" store init --store "$work/store" >/dev/null
# Two documents with pages, so that small numbers are identifiers.
for title in Lease Manual; do
  "$strip" store ingest --store "$work/store" --title "$title" SampleDocs/contract >/dev/null
done
token="$("$server" token add --store "$work/store" --scope admin --label schemathesis)"
"$server" --store "$work/store" --listen 127.0.0.1:0 --log-level warning --trust-proxy 127.0.0.1 \
  >"$work/out" 2>"$work/log" &
server_id=$!
for _ in {1..200}; do
  grep -q '^listening on' "$work/out" && break
  sleep 0.1
done
url="$(sed -n 's/^listening on //p' "$work/out")"
[ -n "$url" ] || { echo "schemathesis: the server did not start:" >&2; cat "$work/log" >&2; exit 1; }

# usage_of_server: its resident memory in KiB, and its descriptors.
usage_of_server() {
  local files=("/proc/$server_id/fd/"*)
  echo "$(awk '/^VmRSS/ { print $2 }' "/proc/$server_id/status") KiB, ${#files[@]} files"
}

fail() {
  echo "schemathesis: $1" >&2
  status=1
}

status=0
before="$(usage_of_server)"
(
  # It keeps files of its own in the current folder.
  root="$PWD"
  cd "$work"
  PYTHONPATH="$root/Scripts/contract" SCHEMATHESIS_HOOKS=addresses "$root/$tools/bin/schemathesis" \
    --config-file "$root/Scripts/contract/schemathesis.toml" run "$root/Sources/GalleryServer/openapi.yaml" \
    --url "${url%/}" --checks all --max-time "$seconds" -H "Authorization: Bearer $token" \
    --exclude-path-regex '/events$' --request-timeout 20 --continue-on-failure "${options[@]}"
) || status=$?
echo "schemathesis: the server had $before, and has $(usage_of_server)"
curl -sS -o /dev/null --fail --max-time 20 "$url/health/ready" || fail "the server does not answer"
kill -TERM "$server_id"
wait "$server_id" || fail "the server ended with status $?"
server_id=""
if grep -E '(error|critical) gallery-server' "$work/log"; then fail "the server has logged these errors"; fi
"$strip" store verify --store "$work/store" --quiet || fail "the store is damaged"
exit "$status"
