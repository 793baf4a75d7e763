// SPDX-License-Identifier: Apache-2.0

import GalleryReplay

extension Path {
  /// The path of an input in readable form; standard input is spelled out instead of '-', and an
  /// empty path is quoted.
  var inputText: String {
    if bytes.isEmpty { return "''" }
    return self == Path.standardInput ? "standard input" : displayText
  }

  /// The path in readable form on one line; see `[UInt8].displayText`.
  var displayText: String { bytes.displayText }
}
