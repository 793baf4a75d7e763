// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import PageStorage

/// An upload as JSON.
struct UploadRepresentation: Encodable {
  /// The page that is or will be in a document.
  struct Page: Encodable {
    let id: UInt64
    let aspectRatio: Double?
    let key: PageKey
    let width: Int?
    let height: Int?
    let damage: String?

    init(_ page: StagedPage) {
      let size = page.header?.facts.shownSize(turned: false)
      id = page.id.rawValue
      (aspectRatio, key) = (page.aspectRatio, page.key)
      (width, height, damage) = (size?.width, size?.height, page.damage)
    }
  }

  let upload: String
  let page: Page

  /// The pages that have the same bytes, without this one.
  let sameAs: [UInt64]

  /// The document that the page is in, `nil` while it waits and after it has left all documents.
  let document: Int64?

  init(_ upload: Upload, in document: DocumentID?, sameAs pages: [PageID]) {
    self.upload = upload.id.description
    page = Page(upload.page)
    sameAs = pages.map(\.rawValue)
    self.document = document?.rawValue
  }
}
