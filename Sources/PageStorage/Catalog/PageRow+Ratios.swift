// SPDX-License-Identifier: Apache-2.0

extension PageRow {
  /// Updates the aspect ratio of all pages of an original from its header.
  static func fitRatios(to blob: BlobRow, _ db: some CatalogTransaction) throws {
    for id in try db.pages(where: .original(blob.id)) {
      guard var page = try db.page(id) else { continue }
      let ratio = page.ratio(of: blob)
      guard page.aspectRatio != ratio else { continue }
      page.aspectRatio = ratio
      page.contentVersion = min(page.contentVersion, Int(Int32.max) - 1) + 1
      try db.update(page)
    }
  }
}
