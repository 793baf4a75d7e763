// SPDX-License-Identifier: Apache-2.0

/// The limits of what a script may pass.
///
/// Integers of the module have 32 bits in a browser. No sum or product of these limits overflows.
package enum KernelLimits {
  /// The number above all IDs and times: below it, doubles are exact.
  static let exact = 9_007_199_254_740_992.0
  /// The largest version, index, count and code.
  static let greatestInteger = 2_147_483_646.0
  /// The maximum number of pages of a gallery.
  package static let pages = 4_194_304
  /// The maximum number of doubles in the input region.
  package static let input = 16_777_216
  /// The maximum number of open models of each kind.
  package static let models = 64
  /// The maximum number of edits in one request: insertions of so many pages are what a server takes in one body.
  package static let edits = 262_144
  /// The maximum number of items of a tracker in one call.
  package static let items = 65_536
  /// The maximum number of locks of a drawer.
  package static let locks = 1024
}
