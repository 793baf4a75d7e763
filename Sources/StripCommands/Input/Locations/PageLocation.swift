// SPDX-License-Identifier: Apache-2.0

import GallerySystem
import PageStorage

/// The location of a page in a list of JSON: a file, or an object of a bucket.
enum PageLocation: Hashable, Sendable {
  case file(Path)
  case object(ObjectLocation)

  /// Reads an address.
  ///
  /// - Parameter text: `file:///PATH`, in which `%` and two digits stand for a byte, as in every URL; or
  ///   `s3://BUCKET/KEY`, in which all characters stand for themselves, as in Amazon's own tools.
  /// - Throws: `LocationMistake`.
  init(_ text: String) throws(LocationMistake) {
    // As in every URL, letters of a scheme may be capitals.
    let scheme = text.prefix(5).lowercased()
    if scheme == "s3://" {
      self = .object(try Self.object(text.dropFirst(5)))
    } else if scheme == "file:" {
      self = .file(try Self.file(text.dropFirst(5)))
    } else {
      throw LocationMistake("The location '\(text)' begins with neither 'file:///' nor 's3://'.")
    }
  }

  /// Returns the location of a file, with all bytes but some letters as `%` and two digits; `nil` if the working folder
  /// is not known.
  static func text(ofFile path: Path) -> String? {
    guard let path = path.isAbsolute ? path : SystemCalls.workingFolder?.appending(path.bytes)
    else { return nil }
    return "file://"
      + path.bytes.map { byte in
        if plainBytes.contains(byte) { return String(Unicode.Scalar(byte)) }
        return "%" + [byte >> 4, byte & 15].map { String($0, radix: 16, uppercase: true) }.joined()
      }.joined()
  }

  private static let plainBytes = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789/-._~".utf8)

  private static func object(_ text: Substring) throws(LocationMistake) -> ObjectLocation {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
      throw LocationMistake("The location 's3://\(text)' is not 's3://BUCKET/KEY'.")
    }
    return ObjectLocation(bucket: String(parts[0]), key: String(parts[1]))
  }

  private static func file(_ text: Substring) throws(LocationMistake) -> Path {
    let local = ["///", "//localhost/"].first(where: text.hasPrefix)
    let path = local.map { text.dropFirst($0.count - 1) } ?? text
    guard path.hasPrefix("/"), local != nil || !path.hasPrefix("//"), !path.contains("?"),
      !path.contains("#"),
      let bytes = bytes(Array(path.utf8)), !bytes.contains(0)
    else {
      throw LocationMistake(
        "The location 'file:\(text)' is not 'file:///PATH' of this machine, with '?' and '#' as %3F and %23."
      )
    }
    return Path(bytes)
  }

  /// Returns text with the bytes that `%` and two digits stand for, `nil` if digits are missing.
  private static func bytes(_ text: [UInt8]) -> [UInt8]? {
    var (bytes, position) = ([UInt8](), 0)
    while position < text.count {
      guard text[position] == UInt8(ascii: "%") else {
        bytes.append(text[position])
        position += 1
        continue
      }
      guard position + 2 < text.count, let high = digit(text[position + 1]),
        let low = digit(text[position + 2])
      else { return nil }
      bytes.append(high << 4 | low)
      position += 3
    }
    return bytes
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
  }
}
