// SPDX-License-Identifier: Apache-2.0

import GalleryPages

/// A short text that identifies what a page shows, for the URLs of its images.
///
/// It is the first 64 bits of a SHA-256 over the page's bytes, its rotation and the version of the
/// thumbnail code, as 11 characters of base64url. An image whose URL contains the page and its key
/// never changes, and can be cached forever.
public struct PageKey: Hashable, Sendable, LosslessStringConvertible {
  /// The number of characters.
  public static let length = 11

  /// The version of the code that makes images of pages: those of another version are not reused.
  static let renderingVersion = 3

  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// The 64 bits of the hash; the first character has the highest ones.
  package let bits: UInt64

  init(bits: UInt64) { self.bits = bits }

  /// Creates a key from its text.
  ///
  /// - Parameter description: The 11 characters; `nil` is returned for anything else.
  public init?(_ description: String) {
    var description = description
    let key = description.withUTF8 { Self(utf8: UnsafeRawBufferPointer($0)[...]) }
    guard let key else { return nil }
    self = key
  }

  /// Creates a key from the bytes of its text; `nil` is returned for anything but 11 characters of a key.
  package init?(utf8 text: Slice<UnsafeRawBufferPointer>) {
    var bits: UInt64 = 0
    var count = 0
    for letter in text {
      guard count < Self.length, let digit = Self.digit(letter) else { return nil }
      // The last character carries four bits.
      let isLast = count == Self.length - 1
      guard !isLast || digit & 3 == 0 else { return nil }
      bits = isLast ? bits << 4 | UInt64(digit >> 2) : bits << 6 | UInt64(digit)
      count += 1
    }
    guard count == Self.length else { return nil }
    self.bits = bits
  }

  /// The place of a character in the alphabet.
  private static func digit(_ letter: UInt8) -> UInt8? {
    switch letter {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): letter - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): letter - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): letter - UInt8(ascii: "0") + 52
    case UInt8(ascii: "-"): 62
    case UInt8(ascii: "_"): 63
    default: nil
    }
  }

  /// The 11 characters.
  public var description: String {
    String(unsafeUninitializedCapacity: Self.length) { text in
      for index in 0..<Self.length {
        let shift = 58 - 6 * index
        let digit = shift >= 0 ? bits >> UInt64(shift) : bits << UInt64(-shift)
        text[index] = Self.alphabet[Int(digit & 63)]
      }
      return Self.length
    }
  }
}

extension PageKey: Codable {
  /// Decodes the text.
  ///
  /// - Parameter decoder: The decoder.
  /// - Throws: `DecodingError` unless it is the text of a key.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let key = PageKey(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "A page key has 11 characters of base64url.")
    }
    self = key
  }

  /// Encodes the text.
  ///
  /// - Parameter encoder: The encoder.
  /// - Throws: The error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension StoredPage {
  /// The key of what the page shows now.
  ///
  /// Equal bytes with equal rotations have equal keys.
  ///
  /// - Complexity: One SHA-256 of 40 bytes.
  public var key: PageKey { PageKey(of: digest, rotation: rotation) }
}

extension PageKey {
  /// Creates the key of bytes with a rotation.
  init(of digest: ContentDigest, rotation: QuarterTurns) {
    var identity = ContentDigestBuilder()
    digest.withUnsafeBytes { identity.add($0) }
    let rest = (
      UInt8(truncatingIfNeeded: rotation.count), UInt8(truncatingIfNeeded: Self.renderingVersion)
    )
    withUnsafeBytes(of: rest) { identity.add($0) }
    bits = identity.digest.withUnsafeBytes {
      UInt64(bigEndian: $0.loadUnaligned(as: UInt64.self))
    }
  }
}
