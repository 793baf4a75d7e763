// SPDX-License-Identifier: Apache-2.0

import Crypto

/// 32 random bytes that nobody can guess: a token, or the cookie of a session.
struct Secret: Sendable {
  private static let byteCount = 32

  private let bytes: [UInt8]

  init() {
    var generator = SystemRandomNumberGenerator()
    bytes = (0..<Self.byteCount).map { _ in .random(in: .min ... .max, using: &generator) }
  }

  /// Reads 64 hexadecimal digits in lower case.
  init?(_ text: some StringProtocol) {
    let digits = text.utf8.map(Self.value)
    guard digits.count == 2 * Self.byteCount, digits.allSatisfy({ $0 < 16 }) else { return nil }
    bytes = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  var text: String { Hexadecimal.text(of: bytes) }

  /// The SHA-256, which is what is stored.
  var digest: SecretDigest { SecretDigest(Array(SHA256.hash(data: bytes))) ?? .zero }

  private static func value(of digit: UInt8) -> UInt8 {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x61...0x66: digit - 0x61 + 10
    default: .max
    }
  }
}

/// The SHA-256 of a secret.
package struct SecretDigest: Sendable {
  static let zero = Self(words: [0, 0, 0, 0])

  /// Four words.
  private let words: [UInt64]

  private init(words: [UInt64]) { self.words = words }

  /// Takes 32 bytes; `nil` for another number.
  init?(_ bytes: [UInt8]) {
    guard bytes.count == 32 else { return nil }
    words = stride(from: 0, to: 32, by: 8).map { start in
      bytes[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) }
    }
  }

  /// The first word, by which it is looked up.
  ///
  /// A lookup takes a time that depends on it. That tells nothing about a secret, because nobody can
  /// choose a secret by its digest.
  var key: UInt64 { words[0] }

  var bytes: [UInt8] {
    words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) } }
  }

  /// Returns whether two digests are equal, in a time that does not depend on them.
  func isEqual(to other: Self) -> Bool {
    zip(words, other.words).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

/// Bytes as text.
enum Hexadecimal {
  private static let digits = Array("0123456789abcdef".utf8)

  /// Returns two digits in lower case for each byte.
  static func text(of bytes: some Sequence<UInt8>) -> String {
    String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
