// SPDX-License-Identifier: Apache-2.0

/// An image format that can be decoded.
public enum ImageFormat: String, Hashable, Sendable, CaseIterable {
  /// JPEG, baseline and progressive.
  case jpeg
  /// Portable Network Graphics.
  case png

  /// The common name of the format.
  public var name: String {
    switch self {
    case .jpeg: "JPEG"
    case .png: "PNG"
    }
  }

  /// Detects the format of an image from its first bytes.
  ///
  /// - Parameter firstBytes: The start of the file. A JPEG needs 2 bytes, a PNG 8. A few hundred
  ///   bytes suffice to name most other formats.
  /// - Returns: The format. The rest of the file may still be invalid.
  /// - Throws: `ImagingError.unsupportedFormat` for a known format that is not supported;
  ///   `ImagingError.truncated` if the bytes end inside a signature; `ImagingError.emptyInput` if
  ///   there are no bytes; `ImagingError.unrecognizedFormat` for all others.
  public static func detect(
    _ firstBytes: some RandomAccessCollection<UInt8>
  ) throws(ImagingError) -> ImageFormat {
    if let format = allCases.first(where: { firstBytes.starts(with: $0.signature) }) {
      return format
    }
    guard !firstBytes.isEmpty else { throw .emptyInput }
    if allCases.contains(where: { $0.signature.starts(with: firstBytes) }) {
      throw .truncated(offset: firstBytes.count)
    }
    if let name = UnsupportedFormat.name(of: Array(firstBytes)) {
      throw .unsupportedFormat(name: name)
    }
    throw .unrecognizedFormat(found: Array(firstBytes.prefix(8)))
  }

  private var signature: [UInt8] {
    switch self {
    case .jpeg: [0xFF, 0xD8]
    case .png: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    }
  }
}
