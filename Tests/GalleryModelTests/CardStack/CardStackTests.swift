// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing

@testable import GalleryCompanions

/// The rules of a stack of 300 × 400 points.
struct CardStackTests {
  static let container = Size(width: 300, height: 400)

  static func makeStack(
    _ count: Int = 5, configuration: CardStack.Configuration = .init()
  ) throws -> CardStack {
    try CardStack(
      pages: (0..<count).map { PageID(UInt64($0 + 1)) }, container: container,
      configuration: configuration)
  }

  static func dragging(
    _ translation: Point, in stack: CardStack, location: Point = Point(x: 150, y: 100)
  ) throws -> CardStack {
    var stack = stack
    try stack.beginDrag(location: location, at: .zero)
    try stack.drag(translation: translation, at: .zero)
    return stack
  }

  @Test func slotsAreTheVectorsOfTheSection() throws {
    let cards = try Self.makeStack().frame(at: .zero).cards

    #expect(
      cards.map { Rect(center: $0.center, size: $0.size) } == [
        Rect(origin: Point(x: 0, y: 0), size: Size(width: 300, height: 400)),
        Rect(origin: Point(x: 10, y: 10), size: Size(width: 280, height: 400)),
        Rect(origin: Point(x: 20, y: 20), size: Size(width: 260, height: 400)),
      ])
    #expect(cards.map(\.zIndex) == [0, -1, -2])
    #expect(cards.map(\.alpha) == [1, 1, 1])
    #expect(cards.map(\.page) == [1, 2, 3])
  }

  @Test func narrowContainersHaveCardsWithoutWidth() throws {
    let stack = try CardStack(pages: [1, 2, 3], container: Size(width: 30, height: 40))

    #expect(stack.frame(at: .zero).cards.map(\.size.width) == [30, 10, 0])
    #expect(stack.slot(atDepth: 1.5).size.width == 5)
  }

  @Test func fractionalSlotsLieBetweenTheWholeOnes() throws {
    let slot = try Self.makeStack().slot(atDepth: 1.25)

    #expect(slot == Rect(origin: Point(x: 12.5, y: 12.5), size: Size(width: 275, height: 400)))
  }

  @Test func dragMovesAndTurnsTheCard() throws {
    let stack = try Self.dragging(Point(x: 60, y: -20), in: Self.makeStack())
    let card = try #require(stack.frame(at: .zero).cards.first)

    #expect(card.center == Point(x: 210, y: 180))
    #expect(card.rotation.isApproximately(Double.pi / 50, tolerance: 1e-12))
  }

  @Test func fingerOnTheLowerHalfTurnsTheOtherWay() throws {
    let stack = try Self.dragging(
      Point(x: 60, y: 0), in: Self.makeStack(), location: Point(x: 0, y: 200))

    #expect(stack.frame(at: .zero).cards[0].rotation == -Double.pi / 50)
  }

  @Test func rotationIsBounded() throws {
    let stack = try Self.dragging(Point(x: 1e9, y: 0), in: Self.makeStack())
    #expect(stack.frame(at: .zero).cards[0].rotation == Double.pi / 10)

    var configuration = CardStack.Configuration()
    configuration.rotation = .tangent
    let other = try Self.dragging(
      Point(x: -1e9, y: 0), in: Self.makeStack(configuration: configuration))
    #expect(
      other.frame(at: .zero).cards[0].rotation.isApproximately(-0.546_302_5, tolerance: 1e-7))
  }

  @Test func cardsBehindComeForwardWithTheFinger() throws {
    let stack = try Self.dragging(Point(x: 45, y: 60), in: Self.makeStack())

    // 75 of 150 points: half the distance.
    #expect(stack.frame(at: .zero).cards.map(\.depth) == [0, 0.5, 1.5])
    let far = try Self.dragging(Point(x: 0, y: 900), in: Self.makeStack())
    #expect(far.frame(at: .zero).cards.map(\.depth) == [0, 0, 1])
  }

  @Test func cardsBehindStayIfTheyDoNotFollow() throws {
    var configuration = CardStack.Configuration()
    configuration.backgroundFollows = false
    let stack = try Self.dragging(
      Point(x: 45, y: 60), in: Self.makeStack(configuration: configuration))

    #expect(stack.frame(at: .zero).cards.map(\.depth) == [0, 1, 2])
  }

  @Test func cardComesBackInTwoTenthsOfASecond() throws {
    var stack = try Self.dragging(Point(x: 149, y: 0), in: Self.makeStack())
    try stack.endDrag(velocity: Point(x: 1099, y: 0), at: .zero)

    #expect(stack.advance(to: .zero) == [])
    #expect(stack.nextBoundary() == .milliseconds(200))
    #expect(stack.frame(at: .milliseconds(100)).cards[0].center.x == 150 + 74.5)
    #expect(
      stack.frame(at: .milliseconds(200)) == (try atRest(Self.makeStack(), at: .milliseconds(200))))
  }

  private func atRest(_ stack: CardStack, at time: Duration) throws -> CardStackFrame {
    stack.frame(at: time)
  }

  @Test(arguments: [
    (Point(x: 150, y: 0), Point.zero, CardDirection?.some(.right)),
    (Point(x: 149.9, y: 0), .zero, nil),
    (Point(x: -150, y: 400), .zero, .left),
    (Point(x: 1, y: 0), Point(x: 1100, y: 0), .right),
    (Point(x: 1, y: 0), Point(x: -1100, y: 0), nil),
    (Point(x: -1, y: 0), Point(x: -1100, y: 0), .left),
    (Point(x: 0, y: 0), Point(x: 5000, y: 0), nil),
    (Point(x: 0, y: 390), Point(x: 0, y: 9000), nil),
  ])
  func releaseIsDecidedByDistanceAndSpeed(
    translation: Point, velocity: Point, direction: CardDirection?
  ) throws {
    var stack = try Self.dragging(translation, in: Self.makeStack())
    try stack.endDrag(velocity: velocity, at: .milliseconds(99))

    let expected = direction.map { [CardStackEvent.swiped(1, $0, at: .milliseconds(99))] } ?? []
    #expect(stack.advance(to: .seconds(1)) == expected)
  }

  @Test func largestProjectionAmongTheAllowedSidesCounts() throws {
    var configuration = CardStack.Configuration()
    configuration.allowedDirections = [.left, .right, .up, .down]
    var stack = try Self.dragging(
      Point(x: 160, y: -161), in: Self.makeStack(configuration: configuration))
    try stack.endDrag(velocity: .zero, at: .zero)

    #expect(stack.decisions == [CardDecision(page: 1, direction: .up)])
  }

  @Test(arguments: [(250.1, CardDirection?.some(.right)), (250, nil), (-215, nil), (-215.1, .left)])
  func legacyRuleIgnoresSpeed(x: Double, direction: CardDirection?) throws {
    var configuration = CardStack.Configuration()
    configuration.releaseRule = .legacy
    var stack = try Self.dragging(
      Point(x: x, y: 0), in: Self.makeStack(configuration: configuration))
    try stack.endDrag(velocity: Point(x: x > 0 ? 9000 : -9000, y: 0), at: .zero)

    #expect(stack.decisions.map(\.direction) == (direction.map { [$0] } ?? []))
  }

  @Test func staleOrCancelledDragHasNoSpeed() throws {
    var stack = try Self.dragging(Point(x: 10, y: 0), in: Self.makeStack())
    try stack.endDrag(velocity: Point(x: 9000, y: 0), at: .milliseconds(100))
    #expect(stack.decisions.isEmpty)

    stack = try Self.dragging(Point(x: 200, y: 0), in: Self.makeStack())
    stack.cancelDrag(at: .zero)
    #expect(stack.decisions.isEmpty)
    #expect(stack.nextBoundary() == .milliseconds(200))
  }
}
