// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Testing

/// The visible contents while the pages change.
struct TransactionFrameTests {
  @Test func newPageInTheFocusIsJumpedToAfterTheCommit() throws {
    let example = GalleryExample(activeIndex: 1)
    var session = try example.session()
    var source = ArraySource(pages: example.pages)
    session.enqueue(.insert(Page(id: 900), at: 6, focus: .inserted), at: .zero)

    _ = try session.advance(to: .milliseconds(149), source: &source)
    #expect(session.activePage == GalleryExample.id(1))
    _ = try session.advance(to: .milliseconds(150), source: &source)
    #expect(session.activePage == 900)
    #expect(session.position(at: 150) == 1)
    #expect(session.position(at: 300) == 3.5)
    _ = try session.advance(to: .seconds(1), source: &source)
    #expect(session.position(at: 1000) == 6)
  }

  @Test func replacedPageTakesItsShapeAndBlends() throws {
    var example = GalleryExample()
    example.aspectRatios = [1, 1]
    var session = try example.session()
    var source = ArraySource(pages: example.pages)
    session.enqueue(.replace(.index(0), with: try PageShape(aspectRatio: 2)), at: .zero)
    _ = try session.advance(to: .zero, source: &source)

    for (time, progress) in [(0, 0), (75, 0.5), (150, 1.0)] {
      let frame = session.frame(at: .milliseconds(time))
      let width = try #require(frame.cell(0)).size.width
      #expect(width.isApproximately(66 * (1 + progress), tolerance: 1e-9))
      let page = try #require(frame.preview.first)
      #expect(page.contentBlend.isApproximately(progress, tolerance: 1e-9))
      #expect(page.contentVersion == 1)
    }
  }

  @Test func firstPageOfAnEmptyGalleryGrows() throws {
    var example = GalleryExample()
    example.aspectRatios = []
    var session = try example.session()
    var source = ArraySource(pages: [])
    session.enqueue(.insert(Page(id: 900, size: try PageShape(aspectRatio: 1)), at: 0), at: .zero)
    _ = try session.advance(to: .zero, source: &source)

    #expect(session.activePage == 900)
    for (time, width) in [(0, 0.0), (75, 33), (150, 66)] {
      let frame = session.frame(at: .milliseconds(time))
      guard width > 0 else { continue }
      let cell = try #require(frame.cell(0))
      #expect(cell.center.x == 187.5)
      #expect(cell.alpha.isApproximately(width / 66, tolerance: 1e-9))
    }
    #expect(session.frame(at: .milliseconds(150)).cell(0)?.size.width == 66)
  }
}
