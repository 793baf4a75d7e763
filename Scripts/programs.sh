# SPDX-License-Identifier: Apache-2.0
# To be sourced: both programs as people get them.

# Builds a release without engines, and sets GALLERY_SERVER and GALLERY_STRIP to its programs.
build_programs() {
  local build=(env -u PAGE_GALLERY_ENGINES swift build -c release) product
  for product in gallery-server thumbnail-strip; do "${build[@]}" --product "$product"; done
  GALLERY_SERVER="$("${build[@]}" --show-bin-path)/gallery-server"
  GALLERY_STRIP="$("${build[@]}" --show-bin-path)/thumbnail-strip"
  export GALLERY_SERVER GALLERY_STRIP
}
