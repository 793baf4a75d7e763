// SPDX-License-Identifier: Apache-2.0

import GalleryReplay

extension JSONWriter {
  /// Writes the name of a file, with U+FFFD in place of what is not valid UTF-8.
  mutating func value(_ path: Path) { value(utf8: path.bytes) }
}
