// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import GalleryPages

/// A page is an object:
///
///     {"id": 17, "document": 1, "digest": "9f86...", "byteCount": 48211, "header": {...},
///      "contentVersion": 0, "rotation": 90, "aspectRatio": 1.4142}
///
/// `header` and `aspectRatio` are missing if the file could not be read. A damaged page has `damage`, a
/// sentence, and one in the trash `trash`: `{"date": 1763823153.25, "index": 3}`. `created`, a date, is missing
/// if it is unknown. Dates are seconds since
/// 1970 in UTC, to the millisecond. `aspectRatio` follows from the rest, and is not read.
extension StoredPage: Codable {
  /// Reads a page.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: The decoder's own error.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: EncodedKey.self)
    id = try values.decode(PageID.self, forKey: "id")
    document = try values.decode(DocumentID.self, forKey: "document")
    digest = try values.decode(ContentDigest.self, forKey: "digest")
    byteCount = try values.decode(Int.self, forKey: "byteCount")
    header = try values.decodeIfPresent(PageHeader.self, forKey: "header")
    contentVersion = try values.decode(Int.self, forKey: "contentVersion")
    rotation = try values.decode(QuarterTurns.self, forKey: "rotation")
    damage = try values.decodeIfPresent(String.self, forKey: "damage")
    created = values.contains("created") ? try values.decodeDate("created") : nil
    trash = try values.decodeIfPresent(Trash.self, forKey: "trash")
  }

  /// Writes a page.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: The encoder's own error.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: EncodedKey.self)
    try values.encode(id, forKey: "id")
    try values.encode(document, forKey: "document")
    try values.encode(digest, forKey: "digest")
    try values.encode(byteCount, forKey: "byteCount")
    try values.encodeIfPresent(header, forKey: "header")
    try values.encode(contentVersion, forKey: "contentVersion")
    try values.encode(rotation, forKey: "rotation")
    try values.encodeIfPresent(damage, forKey: "damage")
    if let created { try values.encode(date: created, forKey: "created") }
    try values.encodeIfPresent(trash, forKey: "trash")
    try values.encodeIfPresent(aspectRatio, forKey: "aspectRatio")
  }
}

extension StoredPage.Trash: Codable {
  /// Reads a stay in the trash.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: The decoder's own error.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: EncodedKey.self)
    date = try values.decodeDate("date")
    index = try values.decode(Int.self, forKey: "index")
  }

  /// Writes a stay in the trash.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: The encoder's own error.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: EncodedKey.self)
    try values.encode(date: date, forKey: "date")
    try values.encode(index, forKey: "index")
  }
}

/// A document is an object:
///
///     {"id": 1, "title": "Lease", "created": 1763823153.25, "modified": 1763823160, "metadata": {},
///      "revision": 3, "pageCount": 2}
///
/// One in the trash has `trashed`. Dates are seconds since 1970 in UTC, to the millisecond.
extension Document: Codable {
  /// Reads a document.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: The decoder's own error.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: EncodedKey.self)
    id = try values.decode(DocumentID.self, forKey: "id")
    title = try values.decode(String.self, forKey: "title")
    created = try values.decodeDate("created")
    modified = try values.decodeDate("modified")
    metadata = try values.decode([String: String].self, forKey: "metadata")
    revision = try values.decode(Int.self, forKey: "revision")
    pageCount = try values.decode(Int.self, forKey: "pageCount")
    trashed = values.contains("trashed") ? try values.decodeDate("trashed") : nil
  }

  /// Writes a document.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: The encoder's own error.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: EncodedKey.self)
    try values.encode(id, forKey: "id")
    try values.encode(title, forKey: "title")
    try values.encode(date: created, forKey: "created")
    try values.encode(date: modified, forKey: "modified")
    try values.encode(metadata, forKey: "metadata")
    try values.encode(revision, forKey: "revision")
    try values.encode(pageCount, forKey: "pageCount")
    if let trashed { try values.encode(date: trashed, forKey: "trashed") }
  }
}

extension KeyedDecodingContainer where Key == EncodedKey {
  /// Reads a date in seconds since 1970, to the millisecond.
  fileprivate func decodeDate(_ key: EncodedKey) throws -> Date {
    let seconds = try decode(Double.self, forKey: key)
    guard let milliseconds = Int64(exactly: (seconds * 1000).rounded()) else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: self, debugDescription: "\(seconds) is no date in seconds")
    }
    return Date(milliseconds: milliseconds)
  }
}

extension KeyedEncodingContainer where Key == EncodedKey {
  /// Writes a date in seconds since 1970, to the millisecond.
  fileprivate mutating func encode(date: Date, forKey key: EncodedKey) throws {
    try encode((date.timeIntervalSince1970 * 1000).rounded() / 1000, forKey: key)
  }
}
