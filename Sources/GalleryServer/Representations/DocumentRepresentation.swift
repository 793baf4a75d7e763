// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import GalleryPages
import PageStorage

/// A document as JSON.
struct DocumentRepresentation: Encodable {
  /// The first page of a document.
  struct Cover: Encodable {
    let page: UInt64
    let key: PageKey
    let aspectRatio: Double?
    let damage: String?

    init(_ page: StoredPage) {
      (self.page, key, aspectRatio) = (page.id.rawValue, page.key, page.aspectRatio)
      damage = page.damage
    }
  }

  let id: Int64
  let title: String
  let pageCount: Int
  let revision: Int
  let cover: Cover?
  let created: Timestamp
  let modified: Timestamp
  let metadata: [String: String]
  let trashed: Timestamp?

  init(_ document: Document, cover: StoredPage?) {
    id = document.id.rawValue
    title = document.title
    pageCount = document.pageCount
    revision = document.revision
    self.cover = cover.map(Cover.init)
    created = Timestamp(document.created)
    modified = Timestamp(document.modified)
    metadata = document.metadata
    trashed = document.trashed.map(Timestamp.init)
  }
}

extension Document {
  /// The entity tag of the document, without what is known of damage.
  ///
  /// The revision counts changes of the pages only, so that a hash of the rest follows it.
  var entityTag: String {
    var text = "\(Timestamp(modified)) \(trashed.map { "\(Timestamp($0))" } ?? "")\n"
    text += title.utf8.count.description + ":" + title
    for (key, value) in metadata.sorted(by: { $0.key < $1.key }) {
      text += "\(key.utf8.count):\(key)\(value.utf8.count):\(value)"
    }
    return "\"r\(revision)-\(HashText.of(Data(text.utf8)).prefix(16))\""
  }

  /// The entity tag of the document with its cover.
  ///
  /// - Parameter damage: The damage of the cover, which is found without an edit.
  /// - Returns: The tag.
  func entityTag(coverDamage damage: String?) -> String {
    PagesTag.text(entityTag, damage: damage.map { [$0] } ?? [])
  }
}
