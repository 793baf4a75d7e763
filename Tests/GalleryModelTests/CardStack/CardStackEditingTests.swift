// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing

@testable import GalleryCompanions

/// Changes of the stack, and refused calls.
struct CardStackEditingTests {
  @Test func cardsCanBeInsertedAppendedAndDeletedAtAnyTime() throws {
    var stack = try CardStackTests.makeStack(3)
    try stack.insert(9, index: 1, at: .zero)
    try stack.append(contentsOf: [10, 11], at: .zero)
    try stack.delete(2, at: .zero)

    #expect(stack.pages == [1, 9, 3, 10, 11])
    #expect(stack.frame(at: .seconds(1)).cards.map(\.page) == [1, 9, 3])
    #expect(stack.frame(at: .seconds(1)).cards.map(\.depth) == [0, 1, 2])
  }

  @Test func insertedCardAppearsAndOthersMakeRoom() throws {
    var stack = try CardStackTests.makeStack(5)
    try stack.insert(9, index: 1, at: .zero)
    let frame = stack.frame(at: .milliseconds(100))

    #expect(frame.cards.map(\.page) == [1, 9, 2, 3])
    #expect(frame.cards.map(\.depth) == [0, 1, 1.5, 2.5])
    #expect(frame.cards.map(\.alpha) == [1, 0.5, 1, 0.5])
  }

  @Test func deletedCardFadesAndOthersComeForward() throws {
    var stack = try CardStackTests.makeStack(5)
    try stack.delete(2, at: .zero)
    let frame = stack.frame(at: .milliseconds(100))

    #expect(frame.cards.map(\.page) == [1, 3, 4, 2])
    #expect(frame.cards.map(\.depth) == [0, 1.5, 2.5, 1])
    #expect(frame.cards.map(\.alpha) == [1, 1, 0.5, 0.5])
    #expect(stack.frame(at: .milliseconds(200)).cards.map(\.page) == [1, 3, 4])
  }

  @Test func decisionsOfDeletedPagesAreForgotten() throws {
    var stack = try CardStackTests.makeStack(3)
    stack.swipe(.left, at: .zero)
    stack.swipe(.right, at: .zero)
    try stack.delete(1, at: .zero)

    #expect(stack.decisions == [CardDecision(page: 2, direction: .right)])
    stack.undo(at: .zero)
    #expect(stack.pages == [2, 3])
    let isUndone = stack.undo(at: .zero)
    #expect(!isUndone)
  }

  @Test func deletingTheLastCardEmptiesTheStack() throws {
    var stack = try CardStackTests.makeStack(1)
    try stack.delete(1, at: .zero)

    #expect(stack.advance(to: .zero) == [.emptied(at: .zero)])
  }

  @Test func deletingTheDraggedCardEndsTheDrag() throws {
    var stack = try CardStackTests.dragging(Point(x: 50, y: 0), in: CardStackTests.makeStack(3))
    let before = stack.frame(at: .zero)
    try stack.delete(1, at: .zero)
    let after = stack.frame(at: .zero)

    #expect(after.cards.first { $0.page == 1 }?.center == before.cards[0].center)
    let isMoved = try stack.drag(translation: .zero, at: .zero)
    #expect(!isMoved)
  }

  @Test func reloadReplacesEverythingAndIsIdempotent() throws {
    var stack = try CardStackTests.makeStack(3)
    stack.swipe(.left, at: .zero)
    try stack.reload([4, 1, 2], at: .milliseconds(50))
    let once = stack

    #expect(stack.pages == [4, 1, 2])
    #expect(stack.decisions.isEmpty)
    #expect(stack.nextBoundary() == nil)
    try stack.reload([4, 1, 2], at: .milliseconds(50))
    #expect(stack == once)
  }

  @Test func duplicatesAreRefusedWithoutChange() throws {
    var stack = try CardStackTests.makeStack(3)
    stack.swipe(.left, at: .zero)
    let before = stack
    #expect(throws: CardStackError.duplicateID(2)) {
      try stack.insert(2, index: 0, at: .seconds(1))
    }
    #expect(throws: CardStackError.duplicateID(1)) {
      try stack.insert(1, index: 0, at: .seconds(1))
    }
    #expect(throws: CardStackError.duplicateID(3)) {
      try stack.append(contentsOf: [8, 3], at: .seconds(1))
    }
    #expect(throws: CardStackError.duplicateID(8)) {
      try stack.append(contentsOf: [8, 9, 8], at: .seconds(1))
    }
    #expect(throws: CardStackError.duplicateID(7)) { try stack.reload([7, 7], at: .seconds(1)) }
    #expect(throws: CardStackError.duplicateID(7)) {
      try CardStack(pages: [7, 7], container: .zero)
    }
    #expect(stack == before)
  }

  @Test func badNumbersAndNamesAreRefusedWithoutChange() throws {
    var stack = try CardStackTests.dragging(Point(x: 5, y: 5), in: CardStackTests.makeStack())
    let before = stack
    for number in Double.nonFinite {
      for point in [Point(x: number, y: 0), Point(x: 0, y: number)] {
        #expect(throws: CardStackError.self) {
          try stack.beginDrag(location: point, at: .seconds(1))
        }
        #expect(throws: CardStackError.self) { try stack.drag(translation: point, at: .seconds(1)) }
        #expect(throws: CardStackError.self) { try stack.endDrag(velocity: point, at: .seconds(1)) }
        let size = Size(width: point.x, height: point.y)
        #expect(throws: CardStackError.self) { try stack.setContainer(size, at: .seconds(1)) }
      }
    }
    #expect(throws: CardStackError.indexOutOfRange(6, count: 5)) {
      try stack.insert(9, index: 6, at: .seconds(1))
    }
    #expect(throws: CardStackError.indexOutOfRange(-1, count: 5)) {
      try stack.insert(9, index: -1, at: .seconds(1))
    }
    #expect(throws: CardStackError.unknownPage(99)) { try stack.delete(99, at: .seconds(1)) }
    #expect(stack == before)
  }

  @Test(arguments: [0, -1, 65]) func countOfVisibleCardsIsChecked(count: Int) {
    var configuration = CardStack.Configuration()
    configuration.maximumVisibleCards = count
    #expect(throws: CardStackError.invalidVisibleCount(found: count)) {
      try CardStack(pages: [], container: .zero, configuration: configuration)
    }
  }

  @Test func numbersOfAConfigurationAreChecked() {
    withEvery("number", in: [-1, 2e9, .nan, .infinity]) { number in
      let changes: [(inout CardStack.Configuration) -> Void] = [
        { $0.horizontalInset = number }, { $0.verticalInset = number },
        { $0.distanceThreshold = number }, { $0.speedThreshold = number },
        { $0.maximumRotation = number }, { $0.exitOffset.width = number },
        { $0.exitOffset.height = number }, { $0.speed = number },
      ]
      for change in changes {
        var configuration = CardStack.Configuration()
        change(&configuration)
        #expect(throws: CardStackError.self, "\(TestTrace.current)") {
          try CardStack(pages: [], container: .zero, configuration: configuration)
        }
      }
    }
  }

  @Test func containerCanChangeDuringADrag() throws {
    var stack = try CardStackTests.dragging(Point(x: 60, y: 0), in: CardStackTests.makeStack())
    try stack.setContainer(.zero, at: .zero)
    #expect(stack.frame(at: .zero).cards.isEmpty)
    try stack.setContainer(Size(width: 600, height: 200), at: .zero)
    let card = stack.frame(at: .zero).cards[0]

    #expect(card.center == Point(x: 360, y: 100))
    #expect(card.rotation == Double.pi / 100)
  }

  @Test func timeThatGoesBackIsReported() throws {
    var stack = try CardStackTests.makeStack()
    stack.swipe(.left, at: .seconds(2))
    stack.swipe(.left, at: .seconds(1))

    #expect(
      stack.advance(to: .seconds(3)) == [
        .swiped(1, .left, at: .seconds(2)),
        .clockWentBackwards(found: .seconds(1), at: .seconds(2)),
        .swiped(2, .left, at: .seconds(2)),
      ])
  }

  @Test func errorsSayWhatIsWrong() {
    #expect(
      CardStackError.invalidVisibleCount(found: 0).description
        == "The number of visible cards must be in 1...64, but it is 0.")
    #expect(
      CardStackError.indexOutOfRange(7, count: 3).description
        == "There is no gap at index 7 in a stack of 3.")
  }
}
