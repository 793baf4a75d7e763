// SPDX-License-Identifier: Apache-2.0

import GalleryPages

/// One line of a ``RecordFile``: a checksum followed by readable text.
enum StoreRecord: Equatable, Sendable {
  /// The start of a change's records, with the change number; zero if unknown.
  case change(Int64)
  /// A document with a title.
  case document(DocumentID, title: String)
  /// A page added to a document with its bytes.
  case page(PageID, DocumentID, ContentDigest)
  /// A page whose bytes were replaced.
  case replacement(PageID, ContentDigest)
  /// The metadata of a page in stored form; empty metadata if there are none.
  case metadata(PageID, text: String)
  /// The metadata of a document in stored form.
  case documentMetadata(DocumentID, text: String)
  /// A permanently removed page.
  case removedPage(PageID)
  /// A permanently removed document.
  case removedDocument(DocumentID)

  /// The digest in the record.
  var digest: ContentDigest? {
    switch self {
    case .change, .document, .metadata, .documentMetadata, .removedPage, .removedDocument: nil
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
    case .change(let number): number == 0 ? "change" : "change \(number)"
    case .document(let id, let title):
      // A title must fit on one line.
      "document \(id.rawValue) \(String(title.map { $0.isNewline ? " " : $0 }))"
    case .page(let page, let document, let digest):
      "page \(page.rawValue) \(document.rawValue) \(digest)"
    case .replacement(let page, let digest):
      "replace \(page.rawValue) \(digest)"
    case .metadata(let page, let text):
      // JSON on one line.
      "metadata \(page.rawValue) \(text)"
    case .documentMetadata(let id, let text): "document-metadata \(id.rawValue) \(text)"
    case .removedPage(let page): "remove page \(page.rawValue)"
    case .removedDocument(let document): "remove document \(document.rawValue)"
    }
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt64 {
    var sum = Checksum()
    bytes.withUnsafeBytes { sum.add($0) }
    return sum.value
  }

  /// Reads a line without its line feed, `nil` if it is invalid.
  init?(line: ArraySlice<UInt8>) {
    guard let space = line.firstIndex(of: 0x20) else { return nil }
    let text = Array(line[(space + 1)...])
    let digits = String(decoding: line[..<space], as: UTF8.self)
    // Accept one spelling only, so that every altered character is detected.
    guard let sum = UInt64(digits, radix: 16), sum == Self.checksum(text),
      digits == String(sum, radix: 16)
    else { return nil }
    self.init(text: text)
  }

  /// Reads the bytes of a text.
  ///
  /// It works on bytes: a combining mark at the start of a title would join the preceding space
  /// into one character.
  private init?(text: [UInt8]) {
    let words = text.split(separator: 0x20, maxSplits: 3, omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
    switch (words.first, words.count) {
    case ("change", 1): self = .change(0)
    case ("change", 2):
      guard let number = Self.number(words[1]) else { return nil }
      self = .change(number)
    case ("document", 3...):
      guard let id = Self.number(words[1]) else { return nil }
      self = .document(DocumentID(id), title: words[2...].joined(separator: " "))
    case ("page", 4):
      guard let page = Self.number(words[1]), let document = Self.number(words[2]),
        let digest = ContentDigest(text: words[3])
      else { return nil }
      self = .page(PageID(UInt64(page)), DocumentID(document), digest)
    case ("replace", 3):
      guard let page = Self.number(words[1]), let digest = ContentDigest(text: words[2]) else {
        return nil
      }
      self = .replacement(PageID(UInt64(page)), digest)
    case ("metadata", 3...):
      let text = words[2...].joined(separator: " ")
      guard let page = Self.number(words[1]), PageMetadata(stored: text) != nil else { return nil }
      self = .metadata(PageID(UInt64(page)), text: text)
    case ("document-metadata", 3...):
      let text = words[2...].joined(separator: " ")
      guard let id = Self.number(words[1]), DocumentRow.pairs(of: text) != nil else { return nil }
      self = .documentMetadata(DocumentID(id), text: text)
    case ("remove", 3):
      guard let number = Self.number(words[2]) else { return nil }
      switch words[1] {
      case "page": self = .removedPage(PageID(UInt64(number)))
      case "document": self = .removedDocument(DocumentID(number))
      default: return nil
      }
    default: return nil
    }
  }

  /// Reads a number that a document, a page or a change may have.
  private static func number(_ word: String) -> Int64? {
    guard let number = Int64(word), number > 0, number < DocumentRow.maximumID else { return nil }
    return number
  }
}
