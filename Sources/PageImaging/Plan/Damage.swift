// SPDX-License-Identifier: Apache-2.0

/// The damage of an image that was decoded nevertheless.
struct Damage: Hashable {
  /// The number of warnings of the codec, plus one for an error that ended the image early.
  var warningCount = 0
  /// The message about that error, or otherwise about the first warning.
  var message = ""

  var isNone: Bool { warningCount == 0 }
}

extension JPEGScanIndex {
  /// The damage that is known without decoding all scans: a missing end of the file.
  var damage: Damage {
    hasEnd ? Damage() : Damage(warningCount: 1, message: "The file ends inside its scans")
  }
}
