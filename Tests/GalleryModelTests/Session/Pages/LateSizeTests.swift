// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Testing

/// Shapes that are initially unknown, or invalid.
struct LateSizeTests {
  private let square = try? PageShape(aspectRatio: 1)

  private func width(_ session: GallerySession, _ index: Int, at milliseconds: Int) -> Double {
    session.frame(at: .milliseconds(milliseconds)).cell(index)?.size.width ?? .nan
  }

  @Test func openThumbnailTakesItsShapeIn150Milliseconds() throws {
    // The unknown page is 33 wide, the square one 66.
    var session = try GalleryExample(aspectRatios: [nil, nil, nil], activeIndex: 1).session()

    try session.setSize(square, of: GalleryExample.id(1), at: .milliseconds(10))

    #expect(width(session, 1, at: 10) == 33)
    #expect(width(session, 1, at: 85).isApproximately(49.5, tolerance: 1e-9))
    #expect(width(session, 1, at: 47).isApproximately(33 + 33 * eased(37.0 / 150), tolerance: 1e-9))
    #expect(width(session, 1, at: 160) == 66)
    #expect(session.isAnimating(at: .milliseconds(159)))
    #expect(!session.isAnimating(at: .milliseconds(160)))
    #expect(session.nextBoundary() == .milliseconds(160))
    // The neighbors move away: 37 + (16.5 + 20) / 2 from the center.
    let neighbor = session.frame(at: .milliseconds(85)).cell(2)
    #expect(neighbor?.center.x.isApproximately(187.5 + 55.25, tolerance: 1e-9) == true)
    // The preview shows the new shape immediately.
    let page = session.frame(at: .milliseconds(10)).preview.first
    #expect(page?.contentRect.size == Size(width: 375, height: 375))
  }

  @Test func collapsedThumbnailSwitchesUnseen() throws {
    var session = try GalleryExample(aspectRatios: [nil, nil, nil]).session()

    try session.setSize(square, of: GalleryExample.id(2), at: .milliseconds(10))

    #expect(width(session, 2, at: 10) == 33)
    #expect(!session.isAnimating(at: .milliseconds(10)))
    #expect(session.nextBoundary() == nil)
    try session.goTo(index: 2, animated: false, at: .milliseconds(20))
    #expect(width(session, 2, at: 20) == 66)
  }

  @Test func shapeCanBeForgotten() throws {
    var session = try GalleryExample(aspectRatios: [1]).session()

    try session.setSize(nil, of: GalleryExample.id(0), at: .zero)

    #expect(width(session, 0, at: 75).isApproximately(49.5, tolerance: 1e-9))
    #expect(width(session, 0, at: 150) == 33)
    let page = session.frame(at: .zero).preview.first
    #expect(page?.contentRect.size == GalleryExample.phone.preview)
  }

  @Test func secondShapeGoesOnFromTheFirst() throws {
    var session = try GalleryExample(aspectRatios: [nil]).session()
    try session.setSize(square, of: GalleryExample.id(0), at: .zero)

    try session.setSize(
      PageShape(aspectRatio: 1.5), of: GalleryExample.id(0), at: .milliseconds(75))

    #expect(width(session, 0, at: 75).isApproximately(49.5, tolerance: 1e-9))
    #expect(width(session, 0, at: 150).isApproximately(74.25, tolerance: 1e-9))
    #expect(width(session, 0, at: 225) == 99)
  }

  @Test func sameShapeDoesNothing() throws {
    var session = try GalleryExample(aspectRatios: [1]).session()

    try session.setSize(square, of: GalleryExample.id(0), at: .zero)

    #expect(session.nextBoundary() == nil)
    #expect(width(session, 0, at: 75) == 66)
  }

  @Test func unknownPageIsRefused() throws {
    var session = try GalleryExample().session()
    let untouched = session

    #expect(throws: GalleryError.unknownPage(7)) {
      try session.setSize(square, of: 7, at: .seconds(1))
    }

    #expect(session == untouched)
  }

  @Test(arguments: [(1e-9, 13.2), (0.2, 13.2), (0.1, 13.2), (5, 330), (1e9, 330), (20, 330)])
  func extremeShapesAreClampedInTheStripOnly(ratio: Double, width: Double) throws {
    let session = try GalleryExample(aspectRatios: [1, ratio, 1], activeIndex: 1).session()

    let frame = session.frame(at: .zero)

    #expect(frame.cell(1)?.size.width.isApproximately(width, tolerance: 1e-9) == true)
    #expect(frame.cell(1)?.center.x == 187.5)
    let content = try #require(frame.preview.first?.contentRect)
    let expected =
      ratio < 375.0 / 601
      ? Size(width: 601 * ratio, height: 601) : Size(width: 375, height: 375 / ratio)
    #expect(content.size.width.isApproximately(expected.width, tolerance: 1e-9))
    #expect(content.size.height.isApproximately(expected.height, tolerance: 1e-9))
  }

  @Test func verticalStripLooksAlongItsAxis() throws {
    var example = GalleryExample(aspectRatios: [0.5])
    example.configuration.axis = .vertical
    example.viewport.strip = Size(width: 66, height: 375)

    // Along the vertical axis the ratio is 2.
    let cell = try example.session().frame(at: .zero).cell(0)

    #expect(cell?.size == Size(width: 66, height: 132))
  }
}
