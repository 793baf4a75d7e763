// SPDX-License-Identifier: Apache-2.0

/// The damage of an image that was decoded nevertheless.
struct Damage: Hashable {
  /// Warnings of the codec, and one for an error that ended the picture early.
  var warningCount = 0
  /// The codec's message about the first of them.
  var message = ""

  var isNone: Bool { warningCount == 0 }
}

extension JPEGScanIndex {
  /// The damage of a file whose scans are not all decoded.
  var damage: Damage {
    hasEnd ? Damage() : Damage(warningCount: 1, message: "The file ends inside its scans")
  }
}
