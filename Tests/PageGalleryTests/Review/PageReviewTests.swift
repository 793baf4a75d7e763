// SPDX-License-Identifier: Apache-2.0

import GalleryCompanions
import GalleryModel
import GalleryTestSupport
import Testing

@testable import PageGallery

@Suite struct PageReviewTests {
  private func review(
    _ example: GalleryExample, discarding direction: CardDirection = .left
  ) async throws -> PageReview {
    try await PageReview(
      of: example.gallery, in: Size(width: 300, height: 400), discarding: direction)
  }

  /// Finishes a review while advancing the time.
  private func finish(
    _ review: PageReview, _ example: GalleryExample
  ) async throws -> [PageID] {
    try await example.value(of: Task { try await review.finish() })
  }

  private func undo(_ review: PageReview, _ example: GalleryExample) async throws -> Bool {
    try await example.value(of: Task { try await review.undo() })
  }

  @Test func discardedPagesAreDeletedInOneEdit() async throws {
    let example = try await GalleryExample()
    let review = try await review(example)
    #expect(await review.topPage == 0)
    for direction in [CardDirection.left, .right, .left, .left] {
      #expect(await review.swipe(direction))
    }
    #expect(await review.discardedPages == [0, 2, 3])
    #expect(await example.gallery.pageIDs.count == 5)
    #expect(try await finish(review, example) == [0, 2, 3])
    #expect(await example.gallery.pageIDs == [1, 4])
    #expect(await example.source.requests.count == 1)
    #expect(await review.topPage == 4)
    #expect(await review.discardedPages.isEmpty)
  }

  @Test func undoTakesBackDecisionsAndThenTheDeletion() async throws {
    let example = try await GalleryExample()
    let review = try await review(example)
    for direction in [CardDirection.left, .left, .right] { await review.swipe(direction) }
    #expect(try await finish(review, example) == [0, 1])
    await review.swipe(.left)
    #expect(try await undo(review, example))
    #expect(await review.topPage == 3)
    #expect(await example.gallery.pageIDs == [2, 3, 4])
    #expect(try await undo(review, example))
    #expect(await example.gallery.pageIDs == [0, 1, 2, 3, 4])
    #expect(await example.source.ids == [0, 1, 2, 3, 4])
    #expect(await review.topPage == 0)
    // The decision to keep page 2 precedes the deletion.
    #expect(try await undo(review, example))
    #expect(await review.decisions.isEmpty)
    #expect(await review.topPage == 2)
    #expect(try await undo(review, example) == false)
  }

  @Test func restoredPagesFindTheirPlaces() async throws {
    let example = try await GalleryExample()
    let review = try await review(example)
    for direction in [CardDirection.right, .left, .right, .right, .left] {
      await review.swipe(direction)
    }
    #expect(try await finish(review, example) == [1, 4])
    try await example.source.change(Changeset(moves: [.init(source: 1, destination: 0)]))
    try await example.runUntilNothingMoves()
    #expect(await example.gallery.pageIDs == [2, 0, 3])
    #expect(try await undo(review, example))
    #expect(await example.gallery.pageIDs == [1, 2, 0, 3, 4])
  }

  @Test func nothingIsLostWhenTheSourceFails() async throws {
    let example = try await GalleryExample()
    let review = try await review(example)
    await review.swipe(.left)
    await example.source.failNext()
    await #expect(throws: GalleryEditError.self) { try await finish(review, example) }
    #expect(await review.discardedPages == [0])
    #expect(await example.gallery.pageIDs.count == 5)
    #expect(try await finish(review, example) == [0])
    await example.source.failNext()
    await #expect(throws: GalleryEditError.self) { try await undo(review, example) }
    #expect(await example.gallery.pageIDs.count == 4)
    #expect(try await undo(review, example))
    #expect(await example.gallery.pageIDs == [0, 1, 2, 3, 4])
  }

  @Test func aDecisionDuringTheDeletionIsUndoneFirst() async throws {
    let example = try await GalleryExample()
    let review = try await review(example)
    await review.swipe(.left)
    let task = Task { try await review.finish() }
    try await eventually { await example.gallery.frame().stage != .none }
    await review.swipe(.right)
    #expect(try await example.value(of: task) == [0])
    #expect(await review.decisions.map(\.page) == [1])
    #expect(try await undo(review, example))
    #expect(await review.decisions.isEmpty)
    #expect(await example.gallery.pageIDs == [1, 2, 3, 4])
    #expect(try await undo(review, example))
    #expect(await example.gallery.pageIDs == [0, 1, 2, 3, 4])
  }

  @Test func callsAtTheSameTimeRunOneAfterAnother() async throws {
    let example = try await GalleryExample()
    let review = try await review(example)
    for direction in [CardDirection.left, .left, .right] { await review.swipe(direction) }
    let finishes = (0..<2).map { _ in Task { try await review.finish() } }
    try await eventually { await example.gallery.frame().stage != .none }
    let undoing = Task { try await review.undo() }
    var deleted: [[PageID]] = []
    for task in finishes { deleted.append(try await example.value(of: task)) }
    #expect(deleted.sorted { $0.count > $1.count } == [[0, 1], []])
    try await eventually {
      try await example.runUntilNothingMoves()
      return await example.gallery.pageIDs.count == 5
    }
    #expect(try await example.value(of: undoing))
    #expect(await example.gallery.pageIDs == [0, 1, 2, 3, 4])
    #expect(await example.source.requests.count == 2)
  }

  @Test func cardsFollowThePages() async throws {
    let example = try await GalleryExample()
    let review = try await review(example)
    await review.swipe(.left)
    try await example.source.change(
      Changeset(deletions: [0, 1], insertions: [.init(index: 1, page: Page(id: 9))]))
    try await example.runUntilNothingMoves()
    try await eventually { await review.stack.pages == [2, 3, 4, 9] }
    #expect(await review.decisions.isEmpty)
    #expect(try await finish(review, example) == [])
    #expect(await example.source.requests.isEmpty)
  }

  @Test func fingersDecide() async throws {
    let example = try await GalleryExample()
    let review = try await review(example, discarding: .right)
    #expect(try await review.beginDrag(location: Point(x: 150, y: 100)))
    example.clock.set(to: .milliseconds(16))
    #expect(try await review.drag(translation: Point(x: 200, y: 10)))
    #expect(await review.frame().cards.first?.rotation != 0)
    #expect(try await review.endDrag(velocity: Point(x: 100, y: 0)))
    #expect(await review.discardedPages == [0])
    let events = await review.takeEvents()
    #expect(events == [.swiped(0, .right, at: .milliseconds(16))])
    #expect(await review.takeEvents().isEmpty)
    try await review.beginDrag(location: Point(x: 150, y: 100))
    #expect(await review.cancelDrag())
    await #expect(throws: CardStackError.self) {
      try await review.drag(translation: Point(x: .nan, y: 0))
      try await review.setContainer(Size(width: -1, height: 1))
    }
  }

  @Test func emptyDocumentHasNoCards() async throws {
    let example = try await GalleryExample(count: 0)
    let review = try await review(example)
    #expect(await review.topPage == nil)
    #expect(await review.frame().isEmpty)
    #expect(await review.swipe(.left) == false)
    #expect(try await finish(review, example) == [])
  }
}
