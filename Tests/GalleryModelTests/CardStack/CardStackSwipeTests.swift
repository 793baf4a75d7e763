// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing

@testable import GalleryCompanions

/// The consequences of a decision: flights, promotion, undo, an empty stack.
struct CardStackSwipeTests {
  @Test func swipeIsCommittedBeforeItIsSeen() throws {
    var stack = try CardStackTests.dragging(
      Point(x: 160, y: 20), in: CardStackTests.makeStack())
    let before = stack.frame(at: .zero)
    try stack.endDrag(velocity: .zero, at: .zero)
    let after = stack.frame(at: .zero)

    #expect(stack.pages == [2, 3, 4, 5])
    #expect(stack.decisions == [CardDecision(page: 1, direction: .right)])
    #expect(stack.advance(to: .zero) == [.swiped(1, .right, at: .zero)])
    #expect(after.cards.map(\.page).prefix(3) == [1, 2, 3])
    #expect(zip(after.cards, before.cards).allSatisfy { $0.center == $1.center })
  }

  @Test func cardFliesOutWhileOthersComeForward() throws {
    var stack = try CardStackTests.makeStack()
    let isSwiped = stack.swipe(.left, at: .zero)
    let frame = stack.frame(at: .milliseconds(100))

    #expect(isSwiped)
    #expect(frame.cards.map(\.page) == [1, 2, 3, 4])
    #expect(frame.cards.map(\.index) == [nil, 0, 1, 2])
    #expect(frame.cards[0].center == Point(x: 150 - 100, y: 200 + 37.5))
    #expect(frame.cards.map(\.alpha) == [0.5, 1, 1, 0.5])
    #expect(frame.cards.map(\.depth) == [0, 0.5, 1.5, 2.5])
    #expect(frame.cards.map(\.zIndex) == [1, 0, -1, -2])
    #expect(stack.frame(at: .milliseconds(200)).cards.map(\.page) == [2, 3, 4])
    #expect(stack.frame(at: .milliseconds(200)).cards.map(\.depth) == [0, 1, 2])
  }

  @Test func newTopCanBeDraggedWhileTheOldOneFlies() throws {
    var stack = try CardStackTests.makeStack()
    stack.swipe(.left, at: .zero)
    try stack.beginDrag(location: Point(x: 10, y: 10), at: .milliseconds(100))
    try stack.drag(translation: Point(x: 30, y: 40), at: .milliseconds(100))
    let frame = stack.frame(at: .milliseconds(100))

    #expect(frame.cards[0].page == 1)
    #expect(frame.cards[1].page == 2)
    // Halfway forward, and following the finger.
    #expect(frame.cards[1].center == Point(x: 150 + 30, y: 205 + 40))
  }

  @Test func repeatedSwipesNeedNotWait() throws {
    var stack = try CardStackTests.makeStack(20)
    for milliseconds in 0..<10 { stack.swipe(.right, at: .milliseconds(milliseconds)) }
    let frame = stack.frame(at: .milliseconds(10))

    #expect(stack.count == 10)
    #expect(frame.cards.filter { $0.index == nil }.map(\.page) == (1...10).map { PageID($0) })
    #expect(frame.cards.prefix(10).map(\.zIndex) == (1...10).reversed())
    #expect(stack.frame(at: .seconds(1)).cards.map(\.page) == [11, 12, 13])
    #expect(stack.frame(at: .seconds(1)).cards.map(\.depth) == [0, 1, 2])
  }

  @Test func undoBringsTheCardBackFromWhereItLeft() throws {
    var stack = try CardStackTests.makeStack()
    stack.swipe(.right, at: .zero)
    _ = stack.advance(to: .seconds(1))
    let isUndone = stack.undo(at: .seconds(1))
    let start = stack.frame(at: .seconds(1) + .nanoseconds(1))
    let half = stack.frame(at: .milliseconds(1125))

    #expect(isUndone)
    #expect(stack.pages == [1, 2, 3, 4, 5])
    #expect(start.cards[0].page == 1)
    #expect(start.cards[0].center.x.isApproximately(350, tolerance: 1e-6))
    #expect(start.cards[0].center.y.isApproximately(275, tolerance: 1e-6))
    #expect(half.cards[0].center == Point(x: 250, y: 237.5))
    #expect(half.cards[0].alpha == 0.5)
    #expect(stack.advance(to: .seconds(2)) == [.undone(1, .right, at: .seconds(1))])
    #expect(
      stack.frame(at: .seconds(2)).cards == (try CardStackTests.makeStack()).frame(at: .zero).cards)
    let isUndoneAgain = stack.undo(at: .seconds(2))
    #expect(!isUndoneAgain)
  }

  @Test func undoCatchesACardThatStillFlies() throws {
    var stack = try CardStackTests.makeStack()
    stack.swipe(.right, at: .zero)
    let before = stack.frame(at: .milliseconds(100))
    stack.undo(at: .milliseconds(100))
    let after = stack.frame(at: .milliseconds(100))

    #expect(after.cards.map(\.page) == before.cards.map(\.page))
    #expect(after.cards.map(\.center) == before.cards.map(\.center))
    #expect(after.cards.map(\.alpha) == before.cards.map(\.alpha))
  }

  @Test func undoDuringADragSendsTheDraggedCardBehind() throws {
    var stack = try CardStackTests.makeStack()
    stack.swipe(.right, at: .zero)
    _ = stack.advance(to: .seconds(1))
    try stack.beginDrag(location: .zero, at: .seconds(1))
    try stack.drag(translation: Point(x: 90, y: 0), at: .seconds(1))
    stack.undo(at: .seconds(1))

    #expect(stack.topPage == 1)
    let isMoved = try stack.drag(translation: Point(x: 90, y: 0), at: .seconds(1))
    #expect(!isMoved)
    #expect(
      stack.frame(at: .seconds(2)).cards == (try CardStackTests.makeStack()).frame(at: .zero).cards)
  }

  @Test func stackRunsOutExactlyOnce() throws {
    var stack = try CardStackTests.makeStack(2)
    stack.swipe(.right, at: .zero)
    stack.swipe(.left, at: .milliseconds(10))
    let isSwiped = stack.swipe(.left, at: .milliseconds(20))

    #expect(!isSwiped)
    #expect(
      stack.advance(to: .seconds(1)) == [
        .swiped(1, .right, at: .zero), .swiped(2, .left, at: .milliseconds(10)),
        .emptied(at: .milliseconds(10)),
      ])
    let frame = stack.frame(at: .seconds(1))
    #expect(frame.isEmpty && frame.cards.isEmpty && frame.topPage == nil)
    #expect(stack.advance(to: .seconds(2)) == [])
  }

  @Test func stackWithoutCardsIsEmptyFromTheStart() throws {
    var stack = try CardStackTests.makeStack(0)
    let isDragging = try stack.beginDrag(location: .zero, at: .zero)

    #expect(!isDragging)
    #expect(stack.frame(at: .zero).isEmpty)
    #expect(stack.advance(to: .zero) == [])
  }

  @Test func sidesThatAreNotAllowedTakeNoCards() throws {
    var stack = try CardStackTests.makeStack()
    let isSwiped = stack.swipe(.up, at: .zero)

    #expect(!isSwiped)
    #expect(stack.count == 5)
  }

  @Test func reducedMotionTakesNoTime() throws {
    var configuration = CardStack.Configuration()
    configuration.reducedMotion = true
    var stack = try CardStackTests.makeStack(configuration: configuration)
    stack.swipe(.left, at: .zero)

    #expect(stack.nextBoundary() == nil)
    #expect(stack.frame(at: .zero).cards.map(\.page) == [2, 3, 4])
    #expect(stack.frame(at: .zero).cards.map(\.depth) == [0, 1, 2])
  }
}
