// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Testing

/// Right to left is the mirror image of left to right, and vertical is the transpose of horizontal.
struct PreviewLayoutDirectionTests {
  private static let focuses = Array(stride(from: -1.5, through: 4.5, by: 0.125))

  private func pages(
    focus: Double, axis: Axis = .horizontal, direction: LayoutDirection = .leftToRight,
    size: Size = Size(width: 375, height: 601)
  ) throws -> [PreviewAttributes] {
    let configuration = try PreviewLayout.Configuration(axis: axis, layoutDirection: direction)
    return try PreviewLayout(configuration: configuration, viewportSize: size)
      .arrangement(focus: focus, itemCount: 4).layoutAttributesForElements()
  }

  @Test(arguments: focuses)
  func rightToLeftIsTheMirrorImage(focus: Double) throws {
    let expected = try pages(focus: focus)

    let mirrored = try pages(focus: focus, direction: .rightToLeft)

    #expect(mirrored.map(\.index) == expected.map(\.index))
    #expect(mirrored.map(\.pageDistance) == expected.map(\.pageDistance))
    #expect(mirrored.map(\.zIndex) == expected.map(\.zIndex))
    #expect(
      mirrored.map(\.center.x).isApproximately(
        expected.map { 375 - $0.center.x }, tolerance: 1e-9))
    #expect(mirrored.map(\.center.y) == expected.map(\.center.y))
    #expect(
      mirrored.map(\.parallaxOffset).isApproximately(
        expected.map { -$0.parallaxOffset }, tolerance: 1e-9))
  }

  @Test(arguments: focuses)
  func verticalIsTheTranspose(focus: Double) throws {
    let expected = try pages(focus: focus)

    let turned = try pages(
      focus: focus, axis: .vertical, size: Size(width: 601, height: 375))

    #expect(turned.map(\.index) == expected.map(\.index))
    #expect(turned.map(\.frame) == expected.map(\.frame.transposed))
    #expect(turned.map(\.parallaxOffset) == expected.map(\.parallaxOffset))
    #expect(turned.map(\.zIndex) == expected.map(\.zIndex))
  }

  @Test(arguments: focuses)
  func verticalStartsAtTheTopInBothDirections(focus: Double) throws {
    let size = Size(width: 601, height: 375)

    let downwards = try pages(focus: focus, axis: .vertical, size: size)

    #expect(
      try pages(focus: focus, axis: .vertical, direction: .rightToLeft, size: size) == downwards)
  }

  @Test func secondPageIsOnTheLeftFromRightToLeft() throws {
    let pages = try pages(focus: 0.25, direction: .rightToLeft)

    // The second page is 0.75 pages away: 187.5 - 0.75 * 419.
    #expect(pages.map(\.index) == [0, 1])
    #expect(pages.map(\.center.x).isApproximately([292.25, -126.75], tolerance: 1e-9))
    #expect(pages.map(\.parallaxOffset).isApproximately([-28.125, 84.375], tolerance: 1e-9))
  }
}
