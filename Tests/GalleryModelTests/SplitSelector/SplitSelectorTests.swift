// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing

@testable import GalleryCompanions

/// Positions of rows and headers of a selector of 375 × 667 points.
struct SplitSelectorTests {
  static let viewport = Size(width: 375, height: 667)

  static func makeSelector(
    _ count: Int = 6, left: Int = 0, right: Int = 0,
    configuration: SplitSelector.Configuration = .init()
  ) throws -> SplitSelector {
    try SplitSelector(
      count: count, viewport: viewport, configuration: configuration, left: left, right: right)
  }

  /// A selector whose left column is a number of points beyond row 0.
  static func shifted(
    by points: Double, configuration: SplitSelector.Configuration = .init()
  ) throws -> SplitSelector {
    var selector = try makeSelector(configuration: configuration)
    selector.beginDrag(.left, at: .zero)
    try selector.drag(.left, translation: -points, at: .zero)
    return selector
  }

  @Test func contentOffsetsAreTheVectorsOfTheSection() throws {
    let selector = try Self.makeSelector()
    let offsets = [0, 1, 5].map { selector.contentOffset(ofItemAt: $0) }
    #expect(offsets == [-183.5, 116.5, 1316.5])
  }

  @Test func narrowViewportsHaveShorterRows() throws {
    var selector = try Self.makeSelector()
    #expect(selector.itemLength == 300)
    try selector.setViewport(Size(width: 320, height: 568), at: .zero)
    #expect(selector.itemLength == 230)
    try selector.setViewport(Size(width: 320.5, height: 568), at: .zero)
    #expect(selector.itemLength == 300)
  }

  @Test(arguments: [
    (0.0, 1.0, 0.0), (50, 0.85, 39.375), (100, 0.7, 82.5), (150, 0.55, 129.375),
    (200, 0.4, 180), (300, 0.4, 270), (600, 0.4, 540),
  ])
  func rowsAreTheVectorsOfTheSection(offset: Double, scale: Double, distance: Double) throws {
    let layout = try Self.makeSelector().layout
    for sign in [1.0, -1] {
      let position = -sign * offset / 300
      let row = layout.row(0, of: .left, position: position, current: 0)
      #expect(row.scale.isApproximately(scale, tolerance: 1e-12))
      #expect(row.alpha == row.scale)
      #expect(row.center.y.isApproximately(333.5 + sign * distance, tolerance: 1e-9))
    }
  }

  @Test func quieterPresetLeavesMoreOfTheRows() throws {
    var configuration = SplitSelector.Configuration()
    configuration.scaleFactor = 0.4
    let layout = try Self.makeSelector(configuration: configuration).layout
    let row = layout.row(1, of: .left, position: 0, current: 0)
    #expect(row.scale.isApproximately(0.6, tolerance: 1e-12))
  }

  @Test func halvesMeetAtTheSeamAtEveryScale() throws {
    let layout = try Self.makeSelector(50).layout
    withEvery("position", in: stride(from: 0, through: 4, by: 0.01)) { position in
      for index in 0...5 {
        let left = layout.row(index, of: .left, position: position, current: 0).frame
        let right = layout.row(index, of: .right, position: position, current: 0).frame
        #expect(left.maxX.isApproximately(187.5 - 2, tolerance: 1e-9))
        #expect(right.minX.isApproximately(187.5 + 2, tolerance: 1e-9))
      }
    }
  }

  @Test func rowsNeverSwap() throws {
    for variant in SplitSelector.Variant.allCases {
      var configuration = SplitSelector.Configuration()
      configuration.variant = variant
      let layout = try Self.makeSelector(50, configuration: configuration).layout
      for position in stride(from: -1.0, through: 50, by: 0.037) {
        let distances = (0..<50).map { layout.distance($0, position) }
        let isOrdered = zip(distances, distances.dropFirst()).allSatisfy {
          variant == .list ? $0 < $1 : $0 <= $1
        }
        #expect(isOrdered)
      }
    }
  }

  @Test func headersOfTwoItemsArePinnedAboveTheRows() throws {
    let frame = try Self.makeSelector(left: 1, right: 2).frame(at: .zero)

    #expect(frame.headers.map(\.side) == [.left, .right])
    #expect(frame.headers.map(\.index) == [1, 2])
    #expect(frame.headers.map(\.center.y) == [123.5, 123.5])
    #expect(frame.headers.map(\.alpha) == [1, 1])
    #expect(frame.headers.map(\.zIndex) == [100, 100])
    #expect(frame.headers[0].size == Size(width: 187.5 - 32, height: 60))
    #expect(frame.headers.map(\.center.x) == [93.75, 281.25])
  }

  @Test func sameItemHasOneTitle() throws {
    let frame = try Self.makeSelector(left: 2, right: 2).frame(at: .zero)

    #expect(frame.isWhole)
    #expect(frame.headers.map(\.side) == [nil])
    #expect(frame.headers[0].size == Size(width: 375 - 32, height: 60))
    #expect(frame.headers[0].center == Point(x: 187.5, y: 123.5))
  }

  @Test func titleFadesWithTheFartherColumn() throws {
    let header = try #require(Self.shifted(by: 50).frame(at: .zero).headers.first)

    #expect(header.side == nil)
    #expect(header.alpha.isApproximately(0.75, tolerance: 1e-12))
    #expect(header.translation.isApproximately(-5, tolerance: 1e-12))
  }

  @Test func invisibleHeadersAreNotEmitted() throws {
    var configuration = SplitSelector.Configuration()
    configuration.itemLength = 500
    let frame = try Self.shifted(by: 210, configuration: configuration).frame(at: .zero)

    // Both columns still select row 0, but it is 210 points away: the title is invisible.
    #expect(frame.isWhole)
    #expect(frame.headers.isEmpty)
  }

  @Test func rowsWithoutSizeAreNotEmitted() throws {
    var configuration = SplitSelector.Configuration()
    configuration.scaleFactor = 1
    let frame = try Self.makeSelector(configuration: configuration).frame(at: .zero)
    #expect(frame.left.map(\.index) == [0])
  }

  @Test func drumOrdersItsRowsTowardsTheSelectedOne() throws {
    var configuration = SplitSelector.Configuration()
    configuration.variant = .drum
    let layout = try Self.makeSelector(10, configuration: configuration).layout
    let rows = (0..<10).map { layout.row($0, of: .left, position: 3, current: 3) }

    #expect(rows.map(\.zIndex) == [0, 1, 2, 10, 5, 4, 3, 2, 1, 0])
    #expect(rows.map(\.alpha) == Array(repeating: 1, count: 10))
    #expect(rows[4].center.y.isApproximately(333.5 + 220, tolerance: 1e-9))
    let near = layout.row(3, of: .left, position: 3 - 100.0 / 300, current: 3)
    #expect(near.center.y.isApproximately(333.5 + 110, tolerance: 1e-9))
    #expect(near.scale.isApproximately(0.7, tolerance: 1e-12))
  }

  @Test func drumEmitsOnlyTheForemostOfCoveredRows() throws {
    var configuration = SplitSelector.Configuration()
    configuration.variant = .drum
    let frame = try Self.makeSelector(1000, left: 500, right: 0, configuration: configuration)
      .frame(at: .zero)

    #expect(frame.left.map(\.index) == [499, 500, 501])
    #expect(frame.right.map(\.index) == [0, 1])
  }

  @Test func visibleRowsAreThoseThatABruteForceSearchFinds() throws {
    for variant in SplitSelector.Variant.allCases {
      for height in [0.5, 100, 667, 4000] {
        for length in [40.0, 230, 300, 900] {
          var configuration = SplitSelector.Configuration()
          configuration.variant = variant
          configuration.itemLength = length
          let selector = try SplitSelector(
            count: 60, viewport: Size(width: 375, height: height), configuration: configuration)
          let layout = selector.layout
          for position in stride(from: -2.0, through: 62, by: 0.31) {
            let expected = (0..<60).filter { index in
              let offset = (Double(index) - position) * length
              let norm = max(-1, min(1, offset / 200))
              let scale = 1 - 0.6 * abs(norm)
              if variant == .list {
                return abs(offset) * (1 - scale / 4) - length * scale / 2 < height / 2
              }
              let isCovered = (0..<60).contains { other in
                let otherNorm = max(-1, min(1, (Double(other) - position) * length / 200))
                return abs(norm) == 1 && otherNorm == norm
                  && abs(Double(other) - position) < abs(Double(index) - position)
              }
              return !isCovered && 220 * abs(norm) - length * scale / 2 < height / 2
            }
            #expect(
              Array(layout.visibleRange(position)) == expected,
              "\(variant), \(height) high, rows of \(length), at \(position)")
          }
        }
      }
    }
  }

  @Test func noItemsAndNoAreaShowNothing() throws {
    var selector = try Self.makeSelector(0)
    let isDragging = selector.beginDrag(.left, at: .zero)
    let frame = selector.frame(at: .zero)
    #expect(!isDragging)
    #expect(frame.left.isEmpty && frame.right.isEmpty && frame.headers.isEmpty)
    #expect(frame.leftIndex == nil && !frame.isWhole)

    selector = try Self.makeSelector()
    try selector.setViewport(Size(width: 0, height: 667), at: .zero)
    #expect(selector.frame(at: .zero).left.isEmpty)
    #expect(selector.frame(at: .zero).headers.isEmpty)
  }
}
