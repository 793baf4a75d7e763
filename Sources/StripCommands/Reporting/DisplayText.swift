// SPDX-License-Identifier: Apache-2.0

import GalleryReplay

extension Path {
  /// The name of an input as people can read it; '-' is a name for machines.
  var inputText: String {
    self == Path.standardInput ? "standard input" : displayText
  }

  /// The name as people can read it, on one line; see `[UInt8].displayText`.
  var displayText: String { bytes.displayText }
}
