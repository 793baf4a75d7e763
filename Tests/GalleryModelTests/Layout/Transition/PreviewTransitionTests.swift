// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing

@testable import GalleryModel

struct PreviewTransitionTests {
  @Test func successorComesInFromTheRight() throws {
    let half = EditCase(deletions: [1], focus: 1, stage: .close(0.5))

    let pages = try half.preview().layoutAttributesForElements()

    #expect(pages.map(\.index) == [2])
    #expect(pages.map(\.pageDistance) == [0.5])
    #expect(pages.map(\.frame.minX) == [209.5])
    #expect(pages.map(\.zIndex) == [1])
  }

  @Test func deletedPageShrinksBehindTheOthers() throws {
    let edit = EditCase(deletions: [1], focus: 1, stage: .collapse(0.25))

    let pages = try edit.preview().layoutAttributesForElements()

    #expect(pages.map(\.index) == [1])
    #expect(pages.map(\.scale) == [0.75])
    #expect(pages.map(\.alpha) == [0.75])
    #expect(pages.map(\.zIndex) == [-1])
    #expect(pages.map(\.frame.size.width) == [375 * 0.75])
    #expect(try edit.preview().indexOfItem(location: Point(x: 187, y: 300)) == 1)
    #expect(try edit.preview().indexOfItem(location: Point(x: 20, y: 300)) == nil)
  }

  @Test func pageWithoutSizeIsNotVisible() throws {
    for stage in [LayoutTransition.Stage.collapse(1), .close(0)] {
      let edit = EditCase(deletions: [1], focus: 1, stage: stage)

      #expect(try edit.preview().layoutAttributesForElements().isEmpty)
      #expect(try edit.preview().indexOfItem(location: Point(x: 187, y: 300)) == nil)
    }
  }

  @Test(arguments: [0, 0.25, 0.5, 1])
  func editsElsewhereDoNotMoveTheFocus(progress: Double) throws {
    let edit = EditCase(deletions: [0], insertions: [1, 5], focus: 3, stage: .close(progress))

    let pages = try edit.preview().layoutAttributesForElements()

    #expect(pages.map(\.index) == [3])
    #expect(pages.map(\.pageDistance) == [0])
  }

  @Test(arguments: [(0.0, 1.0), (0.05, 0.5), (0.1, 0), (0.5, 0), (0.9, 0), (0.95, 0.5), (1, 1)])
  func movedPageFadesAndTheFocusDoesNot(progress: Double, alpha: Double) throws {
    let edit = EditCase(moves: [(0, 4), (2, 1)], focus: 2, stage: .close(progress))

    let preview = try edit.preview()

    #expect(
      preview.layoutAttributesForItem(at: 0).alpha.isApproximately(alpha, tolerance: 1e-9))
    #expect(preview.layoutAttributesForItem(at: 2).alpha == 1)
    #expect(preview.layoutAttributesForItem(at: 2).zIndex == 1)
    #expect(preview.layoutAttributesForItem(at: 2).pageDistance == 0)
  }

  @Test func newPageGrows() throws {
    var edit = EditCase(insertions: [4], focus: 3, stage: .grow(0.5))
    edit.position = 3.5

    let pages = try edit.preview().layoutAttributesForElements()

    #expect(pages.map(\.index) == [3, 4])
    #expect(pages.map(\.scale) == [1, 0.5])
    #expect(pages.map(\.zIndex) == [0, 1])
    edit.stage = .grow(0)
    #expect(try edit.preview().layoutAttributesForElements().map(\.index) == [3])
  }

  @Test func visiblePagesEqualTheDefinition() {
    checkProperty(
      seed: 40_000, runs: 800, generate: EditCase.random(using:), shrink: \.shrinks
    ) { edit in
      let oracle = EditOracle(edit)
      let preview = try edit.preview()
      let visible = preview.layoutAttributesForElements()
      let indexes = visible.map(\.index)
      guard indexes == indexes.sorted() else { return "\(indexes) are not in order" }
      for index in 0..<edit.itemCount {
        let item = preview.layoutAttributesForItem(at: index)
        let distance = oracle.pageDistance(index)
        guard item.pageDistance.isApproximately(distance, tolerance: 1e-9),
          item.scale == oracle.z[index],
          item.alpha.isApproximately(oracle.pageAlpha(index), tolerance: 1e-9)
        else { return "\(item) differs from \(distance)" }
        guard oracle.deleted.contains(index) == (item.zIndex == -1) else { return "\(item)" }
        let reach = edit.viewportLength - abs(distance) * (edit.viewportLength + 44)
        guard abs(reach) > 1e-9 else { continue }
        let isVisible = reach > 0 && item.scale > 0 && item.alpha > 0
        guard indexes.contains(index) == isVisible else { return "\(index) not in \(indexes)" }
      }
      let nearest = visible.min { abs($0.pageDistance) < abs($1.pageDistance) }
      guard let nearest, nearest.zIndex == 0 else { return nil }
      let isTie = visible.contains {
        let difference = abs($0.pageDistance) - abs(nearest.pageDistance)
        return $0.zIndex == 1 && difference.isApproximately(0, tolerance: 1e-9)
      }
      let first = visible.first { $0.zIndex == -1 }
      let isDeleted = first.map { abs($0.pageDistance) <= abs(nearest.pageDistance) } ?? false
      return isTie || isDeleted ? nil : "\(nearest.index) is not on top"
    }
  }
}
