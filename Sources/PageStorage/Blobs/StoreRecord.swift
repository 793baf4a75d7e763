// SPDX-License-Identifier: Apache-2.0

import GalleryModel

/// One line of a ``RecordFile``: text that people can read, after its checksum.
enum StoreRecord: Equatable {
  /// The begin of the records of one change.
  case change
  /// A document with a title.
  case document(DocumentID, title: String)
  /// A page that came to a document with its bytes.
  case page(PageID, DocumentID, ContentDigest)
  /// A page that got other bytes.
  case replacement(PageID, ContentDigest)

  /// The bytes that the record names.
  var digest: ContentDigest? {
    switch self {
    case .change, .document: nil
    case .page(_, _, let digest), .replacement(_, let digest): digest
    }
  }

  /// The record with its checksum and a line feed.
  var line: [UInt8] {
    let text = Array(text.utf8)
    let sum = String(Self.checksum(text), radix: 16)
    return Array(sum.utf8) + [0x20] + text + [0x0A]
  }

  private var text: String {
    switch self {
    case .change: "change"
    case .document(let id, let title):
      // A title is one line of a file of lines.
      "document \(id.rawValue) \(String(title.map { $0.isNewline ? " " : $0 }))"
    case .page(let page, let document, let digest):
      "page \(page.rawValue) \(document.rawValue) \(digest)"
    case .replacement(let page, let digest):
      "replace \(page.rawValue) \(digest)"
    }
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt64 {
    var sum = Checksum()
    bytes.withUnsafeBytes { sum.add($0) }
    return sum.value
  }

  /// The records of all lines that are whole.
  static func all(in bytes: ArraySlice<UInt8>) -> [StoreRecord] {
    bytes.split(separator: 0x0A).compactMap { StoreRecord(line: $0) }
  }

  private init?(line: ArraySlice<UInt8>) {
    guard let space = line.firstIndex(of: 0x20) else { return nil }
    let text = Array(line[(space + 1)...])
    let sum = UInt64(String(decoding: line[..<space], as: UTF8.self), radix: 16)
    guard sum == Self.checksum(text) else { return nil }
    self.init(text: String(decoding: text, as: UTF8.self))
  }

  private init?(text: String) {
    let words = text.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
    switch (words.first, words.count) {
    case ("change", 1): self = .change
    case ("document", 3...):
      guard let id = Int64(words[1]) else { return nil }
      self = .document(DocumentID(id), title: words[2...].joined(separator: " "))
    case ("page", 4):
      guard let page = UInt64(words[1]), let document = Int64(words[2]),
        let digest = ContentDigest(text: words[3])
      else { return nil }
      self = .page(PageID(page), DocumentID(document), digest)
    case ("replace", 3):
      guard let page = UInt64(words[1]), let digest = ContentDigest(text: words[2]) else {
        return nil
      }
      self = .replacement(PageID(page), digest)
    default: return nil
    }
  }
}
