// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing

@testable import GalleryModel

/// Known positions of six pages in a viewport 375 points wide.
struct StripTransitionTests {
  private func expect(
    _ edit: EditCase, centers: [Double], lengths: [Int: Double] = [:],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let items = try edit.items()
    let found = items.map(\.center.x)
    #expect(
      found.isApproximately(centers, tolerance: 1e-4), "\(found)", sourceLocation: sourceLocation)
    for item in items {
      let deleted = edit.change.changes.deletions.contains(item.index) && !edit.isGrowing
      let expected = lengths[item.index] ?? (deleted ? 0 : 33)
      #expect(
        item.size.width.isApproximately(expected, tolerance: 1e-4),
        "\(item)", sourceLocation: sourceLocation)
    }
  }

  @Test func deletedPageShrinksWhereItIs() throws {
    let centers = [107.5, 187.5, 267.5, 304.5, 341.5, 378.5]
    let half = EditCase(deletions: [1], focus: 1, stage: .collapse(0.5))
    let page = try half.items()[1]

    try expect(half, centers: centers, lengths: [1: 49.5])
    #expect(page.size == Size(width: 49.5, height: 33))
    #expect(page.alpha == 0.5)
    try expect(
      EditCase(deletions: [1], focus: 1, stage: .collapse(1)), centers: centers, lengths: [1: 0])
  }

  @Test func gapOfTheDeletedPageCloses() throws {
    try expect(
      EditCase(deletions: [1], focus: 1, stage: .close(0.25)),
      centers: [114.0414, 183.2914, 247.5, 288.7086, 325.7086, 362.7086], lengths: [2: 36.4171])
    try expect(
      EditCase(deletions: [1], focus: 1, stage: .close(0.5)),
      centers: [120.5829, 179.0829, 227.5, 272.9171, 309.9171, 346.9171], lengths: [2: 39.8343])
    let end = EditCase(deletions: [1], focus: 1, stage: .close(1))
    try expect(
      end, centers: [133.6657, end.items()[1].center.x, 187.5, 241.3343, 278.3343, 315.3343],
      lengths: [2: 46.6686])
  }

  @Test func stripGetsShorterEvenly() throws {
    let lengths = try [0, 0.5, 1].map {
      try EditCase(deletions: [1], focus: 1, stage: .close($0)).strip().totalLength
    }

    #expect(lengths.isApproximately([308, 263.3343, 218.6686], tolerance: 1e-4))
  }

  @Test func previousPageFollowsTheLastOne() throws {
    let half = EditCase(deletions: [5], focus: 5, stage: .close(0.5))
    let end = EditCase(deletions: [5], focus: 5, stage: .close(1))

    try expect(
      half, centers: [-58.3, -21.3, 15.7, 52.7, 89.75, half.items()[5].center.x],
      lengths: [4: 23.1])
    try expect(
      end, centers: [39.4, 76.4, 113.4, 150.4, 187.5, end.items()[5].center.x], lengths: [4: 13.2])
    #expect(end.transition.shift == -1)
  }

  @Test func onlyTheSlotBeforeTheFocusCloses() throws {
    try expect(
      EditCase(deletions: [0], focus: 3, stage: .close(0.5)),
      centers: [57.5011, 76.0011, 113.0011, 187.5, 261.9989, 298.9989], lengths: [3: 87.9978])
  }

  @Test func nextPageThatStaysFollows() throws {
    let half = EditCase(deletions: [1, 2], focus: 1, stage: .close(0.5))
    let end = EditCase(deletions: [1, 2], focus: 1, stage: .close(1))
    let (halfItems, endItems) = (try half.items(), try end.items())

    try expect(
      half,
      centers: [
        110.2506, halfItems[1].center.x, halfItems[2].center.x, 246, 301.7495, 338.7495,
      ], lengths: [3: 60.4989])
    try expect(
      end,
      centers: [
        113.0011, endItems[1].center.x, endItems[2].center.x, 187.5, 261.9989, 298.9989,
      ], lengths: [3: 87.9978])
  }

  @Test(arguments: [(0, 39.0011), (0.5, 20.5011), (1, 2.0011)])
  func gapBeforeTheFocusOpens(progress: Double, first: Double) throws {
    let edit = EditCase(insertions: [1], focus: 3, stage: .close(progress))

    try expect(
      edit, centers: [first, 76.0011, 113.0011, 187.5, 261.9989, 298.9989], lengths: [3: 87.9978])
    #expect(edit.transition.shift == 1)
  }

  @Test(arguments: [0, 0.5, 1])
  func gapBehindTheFocusOpens(progress: Double) throws {
    let opened = 37 * progress

    try expect(
      EditCase(insertions: [4], focus: 3, stage: .close(progress)),
      centers: [39.0011, 76.0011, 113.0011, 187.5, 261.9989 + opened, 298.9989 + opened],
      lengths: [3: 87.9978])
  }

  @Test(arguments: [0, 0.5, 1])
  func newPageGrowsInItsGap(progress: Double) throws {
    let edit = EditCase(insertions: [4], focus: 3, stage: .grow(progress))

    try expect(
      edit, centers: [39.0011, 76.0011, 113.0011, 187.5, 261.9989, 298.9989, 335.9989],
      lengths: [3: 87.9978, 4: 33 * progress])
    let page = try edit.items()[4]
    #expect(page.size.height == 66 * progress)
    #expect(page.alpha == progress)
    let visible = try edit.strip().layoutAttributesForElements().map(\.index)
    #expect(visible.contains(4) == (progress > 0))
  }

  @Test func pageMovesPastTheFocus() throws {
    try expect(
      EditCase(moves: [(0, 4)], focus: 2, stage: .close(0.5)),
      centers: [206, 133.6657, 187.5, 241.3343, 278.3343, 333.8343], lengths: [2: 46.6686])
    try expect(
      EditCase(moves: [(0, 4)], focus: 2, stage: .close(1)),
      centers: [315.3343, 133.6657, 187.5, 241.3343, 278.3343, 352.3343], lengths: [2: 46.6686])
  }

  @Test func focusStaysWhileItMoves() throws {
    let half = EditCase(moves: [(2, 4)], focus: 2, stage: .close(0.5))

    try expect(
      half, centers: [59.6657, 96.6657, 187.5, 169, 206, 278.3343], lengths: [2: 46.6686])
    try expect(
      EditCase(moves: [(2, 4)], focus: 2, stage: .close(1)),
      centers: [22.6657, 59.6657, 187.5, 96.6657, 133.6657, 241.3343], lengths: [2: 46.6686])
    #expect(try half.items().map(\.zIndex) == [0, 0, 10, 0, 0, 0])
  }
}
