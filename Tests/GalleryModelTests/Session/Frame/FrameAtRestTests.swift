// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Testing

struct FrameAtRestTests {
  @Test(arguments: 0...5)
  func activePageRestsInTheMiddleOfBothSurfaces(index: Int) throws {
    let session = try GalleryExample(activeIndex: index).session()

    let frame = session.frame(at: .zero)

    #expect(frame.position == Double(index))
    #expect(frame.focus == Double(index))
    #expect(frame.expansionRate == 1)
    #expect(frame.activeIndex == index)
    #expect(frame.activePage == GalleryExample.id(index))
    #expect(!frame.isAnimating)
    #expect(!frame.isEmpty)
    #expect(frame.stage == .none)
    #expect(frame.viewport == GalleryExample.phone)
    #expect(frame.preview.map(\.index) == [index])
    #expect(frame.preview.first?.frame == Rect(origin: .zero, size: GalleryExample.phone.preview))
    let cell = try #require(frame.cell(index))
    #expect(cell.center == Point(x: 187.5, y: 33))
    #expect(cell.expansion == 1)
    #expect(frame.strip.filter { $0.index != index }.allSatisfy { $0.expansion == 0 })
  }

  @Test func cellsCarryThePages() throws {
    var example = GalleryExample(aspectRatios: [1.5, nil, 0.75])
    example.activeIndex = 1
    let session = try example.session()

    let frame = session.frame(at: .seconds(5))

    #expect(frame.time == .seconds(5))
    #expect(frame.strip.map(\.id) == (0..<3).map(GalleryExample.id))
    #expect(frame.strip.map(\.index) == [0, 1, 2])
    #expect(frame.strip.allSatisfy { $0.alpha == 1 && $0.zIndex == 0 })
    // A collapsed cell has the ratio 0.5: of 1.5 a third of the width is visible, of 0.75 two
    // thirds.
    let crops = frame.strip.map(\.crop.size.width)
    #expect(crops.isApproximately([1.0 / 3, 1, 2.0 / 3], tolerance: 1e-12))
    let page = try #require(frame.preview.first)
    #expect(page.id == GalleryExample.id(1))
    #expect(page.contentRect == Rect(origin: .zero, size: GalleryExample.phone.preview))
    #expect(page.scale == 1 && page.alpha == 1 && page.contentBlend == 1 && page.zIndex == 1)
    #expect(page.parallaxOffset == 0)
    #expect(page.contentVersion == 0)
  }

  @Test func previewFitsThePage() throws {
    let session = try GalleryExample(activeIndex: 1).session()

    let page = try #require(session.frame(at: .zero).preview.first)

    #expect(page.contentRect.minY.isApproximately(175.5, tolerance: 1e-9))
    #expect(page.contentRect.size.height.isApproximately(250, tolerance: 1e-9))
    #expect(page.clipRect == page.contentRect)
  }

  @Test func contentVersionIsThatOfThePage() throws {
    let pages = [Page(id: 7, contentVersion: 3), Page(id: 8)]
    let session = try GallerySession(pages: pages, viewport: GalleryExample.phone)

    #expect(session.frame(at: .zero).preview.map(\.contentVersion) == [3])
  }

  @Test func galleryWithoutPagesShowsNothing() throws {
    let session = try GalleryExample(aspectRatios: []).session()

    let frame = session.frame(at: .seconds(1))

    #expect(frame.isEmpty)
    #expect(frame.preview.isEmpty && frame.strip.isEmpty)
    #expect(frame.activePage == nil && frame.activeIndex == nil)
    #expect(frame.position == 0 && frame.focus == 0 && frame.expansionRate == 1)
    #expect(!frame.isAnimating)
  }

  @Test func onlyVisibleThumbnailsAreInTheFrame() throws {
    // The item k places away has its center 37 k + 10 points away and its edge 16.5 points nearer:
    // it is visible if 37 k < 187.5 + 16.5 - 10.
    let session = try GalleryExample.long().session()

    #expect(session.frame(at: .zero).strip.map(\.index) == Array(45...55))
  }

  @Test func overscanAddsThumbnailsOnBothSides() throws {
    var example = GalleryExample.long()
    example.configuration.overscan = 37

    #expect(try example.session().frame(at: .zero).strip.map(\.index) == Array(44...56))
  }

  @Test func newFrameIsThatOfAnEmptyGallery() {
    let frame = GalleryFrame()

    #expect(frame.isEmpty)
    #expect(frame.time == .zero && frame.viewport == .zero)
    #expect(frame.preview.isEmpty && frame.strip.isEmpty)
    #expect(frame.activePage == nil)
  }
}
