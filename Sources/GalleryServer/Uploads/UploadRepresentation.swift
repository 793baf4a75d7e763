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

  /// The document that the upload is in, `nil` while it waits.
  let document: Int64?

  init(_ upload: Upload, sameAs pages: [PageID]) {
    let page = upload.page
    self.upload = upload.id.description
    self.page = Page(page)
    sameAs = pages.map(\.rawValue)
    if case .committed(let document) = upload.state {
      self.document = document.rawValue
    } else {
      document = nil
    }
  }
}
