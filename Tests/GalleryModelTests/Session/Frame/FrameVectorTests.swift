// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Testing

/// Known positions of the thumbnails, in states reached by real gestures.
struct FrameVectorTests {
  /// The expected numbers have four decimals.
  private let tolerance = 0.00005 + 1e-9

  struct Vector: Sendable {
    /// The page from which the preview is dragged.
    var start: Int
    var position: Double
    var centers: [Int: Double]
    var widths: [Int: Double]
  }

  static let vectors = [
    Vector(
      start: 0, position: 0,
      centers: [0: 187.5, 1: 242.75, 2: 279.75, 3: 316.75, 4: 353.75, 5: 390.75],
      widths: [0: 49.5]),
    Vector(
      start: 1, position: 1,
      centers: [0: 107.5, 1: 187.5, 2: 267.5, 3: 304.5, 4: 341.5, 5: 378.5], widths: [1: 99]),
    Vector(
      start: 1, position: 1.5,
      centers: [0: 102.0829, 1: 160.5829, 2: 227.5, 3: 272.9171, 4: 309.9171, 5: 346.9171],
      widths: [1: 66, 2: 39.8343]),
    Vector(
      start: 3, position: 2.25,
      centers: [0: 82.2495, 1: 119.2495, 2: 168.8753, 3: 227.8757, 4: 274.2505, 5: 311.2505],
      widths: [2: 43.2514, 3: 46.7494]),
  ]

  @Test(arguments: vectors)
  func draggedPreviewMovesTheStrip(vector: Vector) throws {
    var session = try GalleryExample(activeIndex: vector.start).session()

    try session.pull(.preview, by: vector.position - Double(vector.start))

    let frame = session.frame(at: .milliseconds(10))
    #expect(frame.position.isApproximately(vector.position, tolerance: 1e-12))
    #expect(frame.expansionRate == 1)
    expect(frame, centers: vector.centers, widths: vector.widths)
  }

  @Test func stripFollowsThePreviewBeyondTheStart() throws {
    // The rubber band of the preview shows 0.25 for (0.25 / 0.55) / (1 - 0.25) pages.
    var session = try GalleryExample().session()

    try session.pull(.preview, by: -0.25 / 0.55 / 0.75)

    let frame = session.frame(at: .milliseconds(10))
    #expect(frame.position.isApproximately(-0.25, tolerance: 1e-12))
    expect(
      frame, centers: [0: 196.75, 1: 252, 2: 289, 3: 326, 4: 363], widths: [0: 49.5])
    #expect(frame.cell(0)?.expansion == 1)
  }

  @Test func stripFollowsThePreviewBeyondTheEnd() throws {
    // The rubber band of the preview shows 0.4 for (0.4 / 0.55) / (1 - 0.4) pages.
    var session = try GalleryExample(activeIndex: 5).session()

    try session.pull(.preview, by: 0.4 / 0.55 / 0.6)

    let frame = session.frame(at: .milliseconds(10))
    #expect(frame.position.isApproximately(5.4, tolerance: 1e-12))
    let last = try #require(frame.cell(5))
    #expect(last.center.x.isApproximately(172.7, tolerance: tolerance))
    #expect(last.size.width.isApproximately(330, tolerance: tolerance))
    #expect(last.expansion == 1)
    // The page before it is 22.8 points outside and 33 wide: not visible.
    #expect(frame.strip.map(\.index) == [5])
  }

  @Test func stripIsHalfOpenAfterHalfOfTheClosingTime() throws {
    var session = try GalleryExample(activeIndex: 1).session()

    try session.pull(.strip, by: 0.5)

    let frame = session.frame(at: .milliseconds(75))
    #expect(frame.expansionRate == 0.5)
    expect(
      frame,
      centers: [0: 117.0414, 1: 164.7914, 2: 216.75, 3: 257.9586, 4: 294.9586, 5: 331.9586],
      widths: [1: 49.5, 2: 36.4171])
  }

  @Test func draggedStripIsAnEvenRow() throws {
    var session = try GalleryExample(activeIndex: 1).session()

    try session.pull(.strip, by: 0.5)

    let frame = session.frame(at: .milliseconds(150))
    #expect(frame.expansionRate == 0)
    expect(frame, centers: [0: 132, 1: 169, 2: 206, 3: 243, 4: 280, 5: 317], widths: [:])
    #expect(frame.strip.allSatisfy { $0.expansion == 0 })
  }

  @Test func jumpIsAtAKnownPlaceAfterHalfOfItsTime() throws {
    var session = try GalleryExample(activeIndex: 1).session()

    try session.goTo(index: 4, at: .zero)

    let frame = session.frame(at: .milliseconds(150))
    #expect(frame.position == 2.5)
    #expect(frame.expansionRate == 0)
    expect(
      frame, centers: [0: 73.45, 1: 131.95, 2: 190.45, 3: 227.45, 4: 264.5, 5: 301.55],
      widths: [1: 66, 4: 23.1])
    #expect(frame.strip.map(\.expansion) == [0, 0.5, 0, 0, 0.5, 0])
  }

  @Test(arguments: [(0.25, 104.75, -28.125), (0.5, 209.5, -56.25), (-0.5, -209.5, 56.25)])
  func draggedPreviewIsAtAKnownPlace(distance: Double, left: Double, parallax: Double) throws {
    var session = try GalleryExample(activeIndex: 3).session()

    try session.pull(.preview, by: -distance)

    let frame = session.frame(at: .milliseconds(10))
    let page = try #require(frame.preview.first { $0.index == 3 })
    #expect(page.pageDistance.isApproximately(distance, tolerance: 1e-12))
    #expect(page.frame.minX.isApproximately(left, tolerance: 1e-9))
    #expect(page.parallaxOffset.isApproximately(parallax, tolerance: 1e-9))
  }

  private func expect(_ frame: GalleryFrame, centers: [Int: Double], widths: [Int: Double]) {
    #expect(frame.strip.map(\.index) == centers.keys.sorted())
    for cell in frame.strip {
      let center = centers[cell.index] ?? .nan
      #expect(cell.center.x.isApproximately(center, tolerance: tolerance), "\(cell)")
      let width = widths[cell.index] ?? 33
      #expect(cell.size.width.isApproximately(width, tolerance: tolerance), "\(cell)")
      #expect(cell.center.y == 33 && cell.size.height == 66)
    }
  }
}
