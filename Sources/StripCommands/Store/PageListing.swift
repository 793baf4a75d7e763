// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryReplay
import PageImaging
import PageStorage

/// A listing of stored pages, as a table or as JSON.
struct PageListing {
  let isJSON: Bool

  private static let titles = [
    "PLACE", "PAGE", "FORMAT", "STORED", "TURNED", "ASPECT", "BYTES", "SHA-256", "CAPTURED",
    "FILE", "STATE",
  ]

  /// Returns the lines for pages.
  ///
  /// - Parameters:
  ///   - pages: The pages with their indexes, `nil` in the trash.
  ///   - metadata: Their metadata.
  /// - Returns: A separate table, or a line of JSON per page.
  mutating func text(
    of pages: [(index: Int?, page: StoredPage)], _ metadata: [PageID: PageMetadata]
  ) -> [UInt8] {
    isJSON ? json(pages, metadata) : Array(table(pages, metadata).utf8)
  }

  private func json(
    _ pages: [(index: Int?, page: StoredPage)], _ metadata: [PageID: PageMetadata]
  ) -> [UInt8] {
    var json = JSONWriter()
    for (index, page) in pages {
      json.line(page, index: index, metadata: metadata[page.id] ?? PageMetadata())
    }
    return json.bytes
  }

  private func table(
    _ pages: [(index: Int?, page: StoredPage)], _ metadata: [PageID: PageMetadata]
  ) -> String {
    var table = TextTable(titles: Self.titles, rightAligned: [0, 1, 3, 4, 5, 6])
    for (index, page) in pages {
      table.add([
        index.map { String($0 + 1) } ?? "-", String(page.id.rawValue),
        page.header.map { $0.facts.format.name } ?? "-",
        Self.size(page.header?.facts.storedSize),
        String(page.rotation.degrees),
        page.aspectRatio.map { $0.fixed(decimals: 4) } ?? "-",
        String(page.byteCount), String(page.digest.description.prefix(12)),
        metadata[page.id]?.captured?.description ?? "-", Self.origin(metadata[page.id]),
        state(of: page),
      ])
    }
    return table.text
  }

  private static func size(_ size: PixelSize?) -> String {
    size.map { "\($0.width)x\($0.height)" } ?? "-"
  }

  private static let longestOrigin = 40

  /// Returns the original file name of a page and its source.
  private static func origin(_ metadata: PageMetadata?) -> String {
    let name = metadata?.fileName.map { Path($0).displayText } ?? "-"
    let source = metadata?.source.map { " from " + Path($0).displayText } ?? ""
    let letters = (name + source).unicodeScalars
    guard letters.count > longestOrigin else { return name + source }
    return String(letters.prefix(longestOrigin - 1)) + "…"
  }

  private func state(of page: StoredPage) -> String {
    if let damage = page.damage { return "damaged: \(Path(damage).displayText)" }
    return page.trash.map { "deleted \($0.date.displayText)" } ?? "sound"
  }
}
