// SPDX-License-Identifier: Apache-2.0

import Crypto

/// The SHA-256 of a page's original bytes, under which the store keeps them.
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
    words = (0, 0, 0, 0)
    var count = 0
    let isText = withUnsafeMutableBytes(of: &words) { target in
      for letter in text.utf8 {
        guard count < 2 * Self.byteCount, let digit = Self.digit(letter) else { return false }
        target[count / 2] = target[count / 2] << 4 | digit
        count += 1
      }
      return true
    }
    guard isText, count == 2 * Self.byteCount else { return nil }
  }

  /// Returns the value of a hexadecimal digit.
  private static func digit(_ letter: UInt8) -> UInt8? {
    switch letter {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): letter - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): letter - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): letter - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// Returns the number of bits in which two digests differ.
  func distance(to other: ContentDigest) -> Int {
    (words.0 ^ other.words.0).nonzeroBitCount + (words.1 ^ other.words.1).nonzeroBitCount
      + (words.2 ^ other.words.2).nonzeroBitCount + (words.3 ^ other.words.3).nonzeroBitCount
  }

  /// The 32 bytes.
  public var bytes: [UInt8] { withUnsafeBytes { Array($0) } }

  /// Calls `body` with the 32 bytes, valid during the call only.
  func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result
  {
    try Swift.withUnsafeBytes(of: words, body)
  }

  private static let digits = Array("0123456789abcdef".utf8)

  /// 64 lower-case hexadecimal digits.
  public var description: String {
    String(unsafeUninitializedCapacity: 2 * Self.byteCount) { target in
      withUnsafeBytes { bytes in
        for (place, byte) in bytes.enumerated() {
          target[2 * place] = Self.digits[Int(byte >> 4)]
          target[2 * place + 1] = Self.digits[Int(byte & 15)]
        }
      }
      return 2 * Self.byteCount
    }
  }

  /// Returns whether two digests are equal.
  ///
  /// - Parameters:
  ///   - first: One digest.
  ///   - second: The other digest.
  /// - Returns: `true` if all bytes are equal.
  public static func == (first: Self, second: Self) -> Bool { first.words == second.words }

  /// Feeds the digest into a hasher.
  ///
  /// - Parameter hasher: The hasher.
  public func hash(into hasher: inout Hasher) {
    // Hash all bytes: crafted file names may agree in the first ones.
    withUnsafeBytes { hasher.combine(bytes: $0) }
  }
}
