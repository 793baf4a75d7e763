// SPDX-License-Identifier: Apache-2.0

/// An error of a source whose version has decreased.
struct DecreasedVersionError: Error, CustomStringConvertible {
  /// The previous version.
  let last: Int
  /// The new version.
  let found: Int

  var description: String { "The version of the pages decreased from \(last) to \(found)." }
}
