// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import GalleryModel
import PageStorage

/// A document as given on the command line: its number, with or without the prefix `document-`.
struct DocumentArgument: ExpressibleByArgument, Hashable, Sendable {
  let id: DocumentID

  init?(argument: String) {
    guard let number = StoreName.number(in: argument, after: "document-") else { return nil }
    id = DocumentID(number)
  }
}

/// The IDs of pages and documents of a store on the command line.
enum StoreName {
  /// Returns the ID of a page as text.
  static func page(_ id: PageID) -> String { "page-\(id.rawValue)" }

  /// Returns the ID of a document as text.
  static func document(_ id: DocumentID) -> String { "document-\(id.rawValue)" }

  /// Returns the number in an ID that may start with `prefix`, `nil` unless it is positive.
  static func number(in name: String, after prefix: String) -> Int64? {
    let digits = name.hasPrefix(prefix) ? name.dropFirst(prefix.utf8.count) : name[...]
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int64(digits),
      number > 0
    else { return nil }
    return number
  }
}
