// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import PageStorage

/// The body that copies a document.
struct DuplicateBody: StrictBody {
  /// The title of the copy, `nil` for the same one.
  let title: String?

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: StrictKey.self)
    try values.require(only: ["title"])
    title = try values.titleIfPresent()
  }
}

/// The body that moves the pages from one to the end into a new document.
struct SplitBody: StrictBody {
  /// The first page of the new document.
  let before: PageID

  /// The title of the new document.
  let title: String

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: StrictKey.self)
    try values.require(only: ["before", "title"])
    before = try Identifiers.page(values.decode(Int.self, forKey: "before"))
    title = try TitleText.checked(values.decode(String.self, forKey: "title"))
  }
}

/// The body that adds all pages of another document, which is removed.
struct MergeBody: StrictBody {
  /// The other document.
  let document: DocumentID

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: StrictKey.self)
    try values.require(only: ["document"])
    document = try Identifiers.document(values.decode(Int.self, forKey: "document"))
  }
}
