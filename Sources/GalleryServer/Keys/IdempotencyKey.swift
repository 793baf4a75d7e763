// SPDX-License-Identifier: Apache-2.0

import HTTPTypes

/// The value of `Idempotency-Key`: it makes a request take effect at most once.
struct IdempotencyKey: Hashable, Sendable {
  /// The maximum number of characters.
  static let maximumLength = 64

  let text: String

  /// Parses a header value.
  ///
  /// - Throws: `Problem` unless it has 1 to 64 visible ASCII characters.
  init(_ field: String) throws(Problem) {
    guard (1...Self.maximumLength).contains(field.utf8.count),
      field.utf8.allSatisfy({ 0x21...0x7E ~= $0 })
    else {
      throw .malformed(
        "The header Idempotency-Key has 1 to \(Self.maximumLength) visible ASCII characters.")
    }
    text = field
  }
}
