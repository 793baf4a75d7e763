// SPDX-License-Identifier: Apache-2.0

import GalleryReplay

extension JSONWriter {
  /// Writes a path, with U+FFFD in place of bytes that are not valid UTF-8.
  mutating func value(_ path: Path) { value(utf8: path.bytes) }
}
