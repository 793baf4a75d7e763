// SPDX-License-Identifier: Apache-2.0

public import PageImaging

/// What is kept with a page besides its bytes.
///
/// All of it is optional, and none of it changes the picture of the page. It is encoded as an object in
/// which what is not known is missing:
///
///     {"fileName": "scan-7.jpg", "source": "scanner 2", "captured": "2024-05-01T10:30:00+02:00",
///      "fields": {"invoice": "1734"}}
///
/// In this form, with sorted keys and without white space, it has at most ``maximumByteCount`` bytes.
public struct PageMetadata: Hashable, Sendable {
  /// The most bytes of the encoded form: 4 KiB.
  public static let maximumByteCount = 4_096

  /// The name of the file that the page came as, without folders.
  ///
  /// It is what a stranger has chosen: any text, also with separators and control characters in it. See
  /// ``exportName`` for a name that a file can have.
  public var fileName: String?

  /// Where the page came from, in the words of whoever took it in.
  public var source: String?

  /// When the page was captured.
  ///
  /// If an input does not tell it, what the image states is taken.
  public var captured: CaptureTime?

  /// What a service keeps with the page, by keys of its own.
  public var fields: [String: String]

  /// Creates metadata.
  ///
  /// - Parameters:
  ///   - fileName: The name of the file that the page came as.
  ///   - source: Where the page came from.
  ///   - captured: When it was captured.
  ///   - fields: What a service keeps with it.
  public init(
    fileName: String? = nil, source: String? = nil, captured: CaptureTime? = nil,
    fields: [String: String] = [:]
  ) {
    self.fileName = fileName
    self.source = source
    self.captured = captured
    self.fields = fields
  }

  /// Whether nothing is known.
  public var isEmpty: Bool {
    fileName == nil && source == nil && captured == nil && fields.isEmpty
  }

  /// What is known of a page that gets other bytes.
  ///
  /// Name and time are those of the new file; the source and fields stay unless there are others.
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
