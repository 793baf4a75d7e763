// SPDX-License-Identifier: Apache-2.0

public import PageImaging

/// The metadata that are stored with a page besides its bytes.
///
/// Every property is optional, and none affects the image. The encoding is an object that omits
/// unknown properties:
///
///     {"fileName": "scan-7.jpg", "source": "scanner 2", "captured": "2024-05-01T10:30:00+02:00",
///      "fields": {"invoice": "1734"}}
///
/// In this form, with sorted keys and without white space, it has at most ``maximumByteCount``
/// bytes.
public struct PageMetadata: Hashable, Sendable {
  /// The maximum size of the encoded form: 4 KiB.
  public static let maximumByteCount = 4_096

  /// The original file name of the page, without folders.
  ///
  /// Treat it as untrusted: it may be any text, including separators and control characters. See
  /// ``exportName`` for a valid file name.
  public var fileName: String?

  /// The origin of the page, in the words of the program that added it.
  public var source: String?

  /// The capture time.
  ///
  /// If the input does not set it, it is read from the image.
  public var captured: CaptureTime?

  /// A service's own key-value pairs.
  public var fields: [String: String]

  /// Creates metadata.
  ///
  /// - Parameters:
  ///   - fileName: The original file name.
  ///   - source: The origin of the page.
  ///   - captured: The capture time.
  ///   - fields: A service's own key-value pairs.
  public init(
    fileName: String? = nil, source: String? = nil, captured: CaptureTime? = nil,
    fields: [String: String] = [:]
  ) {
    self.fileName = fileName
    self.source = source
    self.captured = captured
    self.fields = fields
  }

  /// Whether no property is set.
  public var isEmpty: Bool {
    fileName == nil && source == nil && captured == nil && fields.isEmpty
  }

  /// Returns the metadata of a page whose bytes are replaced.
  ///
  /// File name and capture time are those of the new file; source and fields stay unless the new
  /// file sets them.
  func replaced(by other: Self) -> Self {
    Self(
      fileName: other.fileName, source: other.source ?? source, captured: other.captured,
      fields: fields.merging(other.fields) { $1 })
  }
}

extension PageMetadata: Codable {
  private enum CodingKeys: String, CodingKey {
    case fileName, source, captured, fields
  }

  /// Reads metadata.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: The decoder's own error.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    fileName = try values.decodeIfPresent(String.self, forKey: .fileName)
    source = try values.decodeIfPresent(String.self, forKey: .source)
    captured = try values.decodeIfPresent(CaptureTime.self, forKey: .captured)
    fields = try values.decodeIfPresent([String: String].self, forKey: .fields) ?? [:]
  }

  /// Writes metadata.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: The encoder's own error.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encodeIfPresent(fileName, forKey: .fileName)
    try values.encodeIfPresent(source, forKey: .source)
    try values.encodeIfPresent(captured, forKey: .captured)
    if !fields.isEmpty { try values.encode(fields, forKey: .fields) }
  }
}
