#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the kernel of the viewer: the pure modules and ViewerKernel as Embedded Swift for WebAssembly, linked
# into Viewer/kernel/kernel.wasm, which is committed, so that `swift build` alone makes a server with its viewer.
# The same sources give the same bytes, in any folder.
#
# usage: viewer.sh            replaces Viewer/kernel/kernel.wasm
#        viewer.sh --check    builds into a temporary folder, and fails if the committed module differs
#
# Both print the sizes, and fail if the module imports anything or exceeds its limit when compressed.
set -euo pipefail
cd "$(dirname "$0")/.."

modules=(
  GalleryGeometry GalleryPages GalleryMotion GalleryModel GalleryCompanions GallerySharing ViewerKernel
)
target=wasm32-unknown-none-wasm
limit=110000
features=(bulk-memory multivalue mutable-globals nontrapping-float-to-int reference-types sign-ext)

work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT

tools="$(dirname "$(swiftc -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')")/../bin"

# A trap is a trap wherever it is, so those of a function are merged. Functions with closures are not copied for
# each closure. The modules below are inlined by the linker only.
small="-Xfrontend -mergeable-traps -Xllvm -sil-disable-pass=closure-specialize"
declare -A options=(
  [GalleryModel]="-Xllvm -sil-disable-pass=inline"
  [GallerySharing]="-Xllvm -sil-disable-pass=inline"
  [GalleryCompanions]="-Xllvm -sil-disable-pass=inline"
)

compile_swift() {
  local module="$1" chosen
  read -ra chosen <<<"$small ${options[$module]:-}"
  find "Sources/$module" -name '*.swift' -print0 | LC_ALL=C sort -z | xargs -0 swiftc \
    -module-name "$module" -package-name page_gallery -target "$target" \
    -enable-experimental-feature Embedded -wmo -parse-as-library -Osize -lto=llvm-full \
    -swift-version 6 -warnings-as-errors -enable-upcoming-feature ExistentialAny \
    -enable-upcoming-feature InternalImportsByDefault \
    -enable-upcoming-feature MemberImportVisibility -strict-memory-safety \
    -Xfrontend -disable-stack-protector -enforce-exclusivity=unchecked "${chosen[@]}" \
    -file-prefix-map "$PWD=." -Xcc "-fmodule-map-file=$work/module.modulemap" \
    -module-cache-path "$work/cache" -I "$work" -emit-module \
    -emit-module-path "$work/$module.swiftmodule" -c -o "$work/$module.o"
}

compile_c() {
  local file
  for file in Sources/CGalleryKernel/*.c; do
    "$tools/clang" --target="$target" -std=gnu11 -Oz -ffreestanding -fno-builtin -mbulk-memory \
      -mmutable-globals -msign-ext -mnontrapping-fptoint -Wall -Wextra -Werror \
      -ffile-prefix-map="$PWD=." -ISources/CGalleryKernel/include \
      -c "$file" -o "$work/$(basename "$file" .c).c.o"
  done
}

# The linker calls nothing at the start, and keeps what the exposed functions need. The optimizer of Binaryen
# takes off another seventh; its second run inlines small functions, which makes a frame as fast as with the
# inlining of the compiler. A better order of the functions takes off 4 % of what is sent.
link() {
  local flags=("${features[@]/#/--enable-}")
  "$tools/wasm-ld" --no-entry --gc-sections --strip-all -O2 --lto-O2 --mllvm=-enable-merge-functions \
    --stack-first -z stack-size=262144 --export-memory "$work"/*.o -o "$work/linked.wasm"
  wasm-opt -Oz "${flags[@]}" --strip-debug --strip-producers "$work/linked.wasm" -o "$work/small.wasm"
  wasm-opt -Oz --always-inline-max-function-size 20 "${flags[@]}" "$work/small.wasm" -o "$work/inlined.wasm"
  wasm-dis "$work/inlined.wasm" -o "$work/inlined.wat"
  Scripts/viewer/order_functions.py "$work/inlined.wasm" "$work/inlined.wat" >"$work/ordered.wat"
  wasm-opt --generate-stack-ir --optimize-stack-ir "${flags[@]}" "$work/ordered.wat" -o "$1"
}

build() {
  local module
  command -v wasm-opt >/dev/null || Scripts/setup.sh binaryen
  printf 'module CGalleryKernel { header "%s" }\n' \
    "$PWD/Sources/CGalleryKernel/include/CGalleryKernel.h" >"$work/module.modulemap"
  for module in "${modules[@]}"; do compile_swift "$module"; done
  compile_c
  link "$1"
}

# Fails if the module has a section of imports.
check_imports() {
  python3 - "$1" <<'PROGRAM'
import sys

data = open(sys.argv[1], "rb").read()
place = 8
while place < len(data):
    section, place = data[place], place + 1
    if section == 2:
        sys.exit("viewer: the kernel must not import anything; find the missing function with wasm-dis")
    size, shift = 0, 0
    while True:
        byte, place = data[place], place + 1
        size |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            break
    place += size
PROGRAM
}

check_size() {
  local plain compressed
  plain="$(wc -c <"$1")"
  compressed="$(gzip -9 -n <"$1" | wc -c)"
  echo "viewer: kernel.wasm has $plain bytes, $compressed compressed; at most $limit compressed"
  [ "$compressed" -le "$limit" ]
}

case "${1:-}" in
  "")
    build "$work/kernel.wasm"
    check_imports "$work/kernel.wasm"
    check_size "$work/kernel.wasm"
    cp "$work/kernel.wasm" Viewer/kernel/kernel.wasm
    ;;
  --check)
    build "$work/kernel.wasm"
    check_imports "$work/kernel.wasm"
    check_size "$work/kernel.wasm"
    if ! cmp "$work/kernel.wasm" Viewer/kernel/kernel.wasm; then
      echo "viewer: Viewer/kernel/kernel.wasm is not built from these sources; run Scripts/viewer.sh" >&2
      exit 1
    fi
    ;;
  *)
    echo "usage: viewer.sh [--check]" >&2
    exit 64
    ;;
esac
