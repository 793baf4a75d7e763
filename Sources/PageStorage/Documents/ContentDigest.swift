// SPDX-License-Identifier: Apache-2.0

import Crypto

/// The SHA-256 of a page's original bytes, by which they are stored.
public struct ContentDigest: Hashable, Sendable, CustomStringConvertible {
  /// The number of bytes.
  public static let byteCount = 32

  private var words: (UInt64, UInt64, UInt64, UInt64)

  /// Creates a digest from its bytes.
  ///
  /// - Parameter bytes: The bytes; `nil` is returned unless there are 32.
  public init?(_ bytes: some Sequence<UInt8>) {
    words = (0, 0, 0, 0)
    var count = 0
    withUnsafeMutableBytes(of: &words) { target in
      for byte in bytes {
        if count < Self.byteCount { target[count] = byte }
        count += 1
      }
    }
    guard count == Self.byteCount else { return nil }
  }

  init(raw bytes: UnsafeRawBufferPointer) {
    words = (0, 0, 0, 0)
    withUnsafeMutableBytes(of: &words) { $0.copyMemory(from: .init(rebasing: bytes.prefix(32))) }
  }

  init(_ digest: SHA256.Digest) {
    words = (0, 0, 0, 0)
    digest.withUnsafeBytes { bytes in
      withUnsafeMutableBytes(of: &words) { $0.copyMemory(from: bytes) }
    }
  }

  /// Creates a digest from its text.
  ///
  /// - Parameter text: 64 hexadecimal digits; `nil` is returned for anything else.
  public init?(text: some StringProtocol) {
    let digits = text.utf8.map { Character(UnicodeScalar($0)).hexDigitValue }
    guard digits.count == 2 * Self.byteCount, !digits.contains(nil) else { return nil }
    let values = digits.compactMap(\.self)
    self.init((0..<Self.byteCount).map { UInt8(values[2 * $0] << 4 | values[2 * $0 + 1]) })
  }

  /// The 32 bytes.
  public var bytes: [UInt8] { withUnsafeBytes(of: words) { Array($0) } }

  /// 64 lower-case hexadecimal digits.
  public var description: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// Returns whether two digests are the same.
  ///
  /// - Parameters:
  ///   - first: One digest.
  ///   - second: Another one.
  /// - Returns: `true` if all bytes are equal.
  public static func == (first: Self, second: Self) -> Bool { first.words == second.words }

  /// Feeds the digest into a hasher.
  ///
  /// - Parameter hasher: The hasher.
  public func hash(into hasher: inout Hasher) {
    // The first bytes are as random as all of them.
    hasher.combine(words.0)
  }
}
