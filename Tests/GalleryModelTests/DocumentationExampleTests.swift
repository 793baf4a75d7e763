// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import Testing

/// What the programs in the module's documentation do.
struct DocumentationExampleTests {
  @Test func exampleMovesTheGallery() throws {
    var events: [GalleryEvent] = []
    func handle(_ event: GalleryEvent) { events.append(event) }

    var session = try GallerySession(
      pages: [Page(id: 7, size: try PageShape(PixelSize(width: 2480, height: 3508))), Page(id: 8)],
      viewport: GalleryViewport(
        preview: Size(width: 375, height: 601), strip: Size(width: 375, height: 66))
    )
    session.beginDrag(.strip, at: .zero)
    try session.drag(translation: -30, at: .milliseconds(16))
    try session.endDrag(velocity: -400, at: .milliseconds(32))

    var frame = GalleryFrame()
    for event in session.advance(to: .milliseconds(48)) { handle(event) }
    session.frame(at: .milliseconds(48), into: &frame)

    #expect(events.first == .activeChanged(from: 7, to: 8, at: .milliseconds(16)))
    #expect(frame.activePage == 8)
    #expect(frame.strip.map(\.id) == [7, 8])
    #expect(frame.position > 30.0 / 37 && frame.position < 1)
  }

  @Test func exampleChangesThePages() throws {
    let viewport = GalleryViewport(
      preview: Size(width: 375, height: 601), strip: Size(width: 375, height: 66))
    var events: [GalleryEvent] = []
    func handle(_ event: GalleryEvent) { events.append(event) }

    struct Scans: GalleryDataSource {
      var pages: [Page]
      var pageCount: Int { pages.count }

      func page(at index: Int) -> Page { pages[index] }

      mutating func apply(_ changeset: Changeset) throws(UpdateError) {
        for index in changeset.deletions.reversed() { pages.remove(at: index) }
        for insertion in changeset.insertions { pages.insert(insertion.page, at: insertion.index) }
      }
    }

    var scans = Scans(pages: [Page(id: 7), Page(id: 8), Page(id: 9)])
    var session = try GallerySession(pages: scans.pages, viewport: viewport)
    let ticket = session.enqueue(.delete(.id(8)), at: .zero)
    session.enqueue(.insert(Page(id: 10), at: 3, focus: .inserted), at: .milliseconds(100))
    for event in try session.advance(to: .seconds(1), source: &scans) { handle(event) }

    let end = Duration.milliseconds(300)
    #expect(events.contains(.completed(ticket, .success(commitTime: end), at: end)))
    #expect(session.pageIDs == [7, 9, 10])
    #expect(scans.pages.map(\.id) == [7, 9, 10])
    #expect(session.activePage == 10)
  }

  @Test func exampleDrawsTheVisiblePages() throws {
    var drawn: [(index: Int, crop: Rect, pixels: PixelRect)] = []
    func draw(_ index: Int, _ crop: Rect, _ pixels: PixelRect) {
      drawn.append((index, crop, pixels))
    }

    let layout = try ThumbnailStripLayout(viewportSize: Size(width: 375, height: 66))
    let pages = [PixelSize(width: 2480, height: 3508), PixelSize(width: 1500, height: 1000)]
    let strip = layout.arrangement(
      of: ThumbnailStripLayout.State(restingAt: 1),
      itemCount: pages.count,
      aspectRatio: { pages[$0].aspectRatio }
    )
    for item in strip.layoutAttributesForElements() {
      let pixels = PixelRect(snapping: item.frame, scale: 2)
      let crop = item.crop(forAspectRatio: pages[item.index].aspectRatio)
      draw(item.index, crop, pixels)
    }

    #expect(drawn.map(\.index) == [0, 1])
    #expect(drawn.last?.pixels == PixelRect(x: 276, y: 0, size: PixelSize(width: 198, height: 132)))
    #expect(drawn.last?.crop == Rect(origin: .zero, size: Size(width: 1, height: 1)))
  }
}
