// SPDX-License-Identifier: Apache-2.0

/// What was wrong with an image that was decoded all the same.
struct Damage: Hashable {
  /// Warnings of the codec, and one for an error that ended the picture early.
  var warningCount = 0
  /// The codec's words for the first of them.
  var message = ""

  var isNone: Bool { warningCount == 0 }
}

extension JPEGScanIndex {
  /// What the bytes that were not decoded are missing.
  var damage: Damage {
    hasEnd ? Damage() : Damage(warningCount: 1, message: "The file ends inside of its scans")
  }
}
