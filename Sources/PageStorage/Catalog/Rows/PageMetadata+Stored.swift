// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
public import PageImaging

extension PageMetadata {
  /// The stored form of empty metadata.
  static let emptyText = "{}"

  /// The stored form of the metadata: a single line.
  ///
  /// - Throws: `PageStoreError.limitExceeded` if they are longer than ``maximumByteCount``.
  var stored: String {
    get throws(PageStoreError) {
      guard !isEmpty else { return Self.emptyText }
      // Fail early instead of encoding a megabyte.
      let least = [fileName, source].reduce(0) { $0 + ($1?.utf8.count ?? 0) }
      let count = fields.reduce(least) { $0 + $1.key.utf8.count + $1.value.utf8.count }
      guard count <= Self.maximumByteCount else { throw Self.tooLong(count) }
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      guard let data = try? encoder.encode(self) else { throw Self.tooLong(count) }
      guard data.count <= Self.maximumByteCount else { throw Self.tooLong(data.count) }
      return String(decoding: data, as: UTF8.self)
    }
  }

  private static func tooLong(_ count: Int) -> PageStoreError {
    .limitExceeded(.pageMetadataByteCount, found: count, allowed: maximumByteCount)
  }

  /// Reads ``stored``; fails for anything that a store does not write.
  init?(stored text: String) {
    guard text.utf8.count <= Self.maximumByteCount,
      let metadata = try? JSONDecoder().decode(Self.self, from: Data(text.utf8))
    else { return nil }
    self = metadata
  }
}

extension CaptureTime {
  /// The date, `nil` if the time zone is unknown.
  public var date: Date? { millisecondsSince1970.map { Date(milliseconds: $0) } }
}
