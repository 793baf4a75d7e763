// SPDX-License-Identifier: Apache-2.0

/// A path as the operating system sees it: any bytes except NUL.
///
/// A `String` cannot hold a path that is not valid UTF-8, and such paths exist in old archives.
struct Path: Hashable, Sendable {
  /// The bytes without a terminating NUL.
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  /// The path that stands for standard input.
  static let standardInput = Path("-")

  /// The path as text, `nil` if it is not valid UTF-8.
  var text: String? { String(validating: bytes, as: UTF8.self) }
}

// MARK: - Components

extension Path {
  /// Whether an absolute path is a folder itself or inside of it.
  func isInside(_ folder: Path) -> Bool {
    // The path of the root already ends in a slash.
    let isRoot = folder.bytes == [Self.separator]
    return bytes == folder.bytes
      || bytes.starts(with: folder.bytes + (isRoot ? [] : [Self.separator]))
  }
}

extension Path {
  private static let separator = UInt8(ascii: "/")

  /// The part after the last slash; the whole path if there is none.
  var lastComponent: ArraySlice<UInt8> {
    guard let slash = bytes.lastIndex(of: Self.separator) else { return bytes[...] }
    return bytes[(slash + 1)...]
  }

  /// Whether the path begins at the root.
  var isAbsolute: Bool { bytes.first == Self.separator }

  /// Whether the path has the form of an object of a bucket, `s3://BUCKET/KEY`, rather than that of a file.
  var isObjectLocation: Bool {
    String(decoding: bytes.prefix(5), as: UTF8.self).lowercased() == "s3://"
  }

  /// The folder that contains the file.
  var folder: Path {
    guard let slash = bytes.lastIndex(of: Self.separator) else { return Path(".") }
    return slash == 0 ? Path("/") : Path(Array(bytes[..<slash]))
  }

  /// The extension: the part after the last dot of the last component, in lower case; empty if
  /// there is none.
  var lowercasedExtension: String {
    let name = lastComponent
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else { return "" }
    return String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
  }

  /// Returns the path of a file inside this folder.
  func appending(_ name: some Collection<UInt8>) -> Path {
    var joined = bytes
    joined.reserveCapacity(bytes.count + 1 + name.count)
    if joined.last != Self.separator { joined.append(Self.separator) }
    joined.append(contentsOf: name)
    return Path(joined)
  }
}
