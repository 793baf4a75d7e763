// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import Testing

/// A thumbnail reports the version of its image, as a page of the preview does.
@Suite struct ThumbnailVersionTests {
  @Test func thumbnailsHaveTheVersionsOfTheirPages() throws {
    let pages = (0..<5).map { Page(id: PageID(UInt64($0)), contentVersion: $0 * 10) }
    let session = try GallerySession(pages: pages, viewport: GalleryExample.phone, activeIndex: 2)
    let frame = session.frame(at: .zero)
    #expect(frame.strip.count == 5)
    #expect(frame.strip.allSatisfy { $0.contentVersion == Int($0.id.rawValue) * 10 })
    #expect(frame.preview.map(\.contentVersion) == [20])
  }

  @Test func replacementCountsWithItsCommit() throws {
    var session = try GalleryExample(activeIndex: 1).session()
    let page = GalleryExample.id(1)
    #expect(session.frame(at: .zero).strip.allSatisfy { $0.contentVersion == 0 })
    session.enqueue(.replace(.id(page), with: nil), at: .zero)
    var versions: Set<Int> = []
    for step in 0...200 {
      let time = Duration.milliseconds(10 * step)
      for event in session.advance(to: time) {
        guard case .commitRequested(let transaction, _, let time) = event else { continue }
        session.resolveCommit(transaction, .success, at: time)
      }
      let frame = session.frame(at: time)
      for cell in frame.preview {
        let thumbnail = try #require(frame.strip.first { $0.id == cell.id })
        #expect(thumbnail.contentVersion == cell.contentVersion, "at \(time)")
        if cell.id == page { versions.insert(cell.contentVersion) }
      }
      #expect(frame.strip.filter { $0.id != page }.allSatisfy { $0.contentVersion == 0 })
    }
    #expect(versions == [1])
  }
}
