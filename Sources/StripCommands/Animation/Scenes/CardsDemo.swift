// SPDX-License-Identifier: Apache-2.0

import GalleryCompanions
import GalleryModel
import StripRendering

/// A demo in which pages are kept, discarded and restored.
struct CardsDemo: SceneDemo {
  let duration = Duration.milliseconds(5400)
  private static let hairline = 1.5
  private let stage: SceneStage
  private let origin: Point
  private var stack: CardStack
  private var timetable = Timetable<CardStack>()
  private var frame = CardStackFrame()

  init(_ stage: SceneStage) throws {
    self.stage = stage
    let size = Size(width: 0.72 * stage.size.width, height: 0.66 * stage.size.height)
    origin = Point(
      x: (stage.size.width - size.width) / 2, y: (stage.size.height - size.height) / 2)
    stack = try CardStack(pages: stage.pages.map(\.id), container: size)
    let width = size.width
    drag(from: 0.4, lasting: 0.35, to: Point(x: 0.8 * width, y: 20), velocity: 700)
    drag(from: 1.2, lasting: 0.3, to: Point(x: -0.35 * width, y: -10), velocity: 0)
    drag(from: 2, lasting: 0.2, to: Point(x: -0.3 * width, y: 15), velocity: -1500)
    for (place, direction) in [CardDirection.right, .left, .right].enumerated() {
      timetable.at(2.8 + 0.12 * Double(place)) { $0.swipe(direction, at: $1) }
    }
    for place in 0..<3 { timetable.at(3.8 + 0.3 * Double(place)) { $0.undo(at: $1) } }
  }

  private mutating func drag(
    from start: Double, lasting length: Double, to translation: Point, velocity: Double
  ) {
    let touch = Point(x: stack.container.width / 2, y: 0.3 * stack.container.height)
    timetable.at(start) { try $0.beginDrag(location: touch, at: $1) }
    timetable.sweep(from: start, lasting: length) { stack, share, time in
      try stack.drag(
        translation: Point(x: translation.x * share, y: translation.y * share), at: time)
    }
    timetable.at(start + length) { try $0.endDrag(velocity: Point(x: velocity, y: 0), at: $1) }
  }

  mutating func items(at time: Duration) throws -> [SceneItem] {
    try timetable.play(&stack, until: time)
    _ = stack.advance(to: time)
    stack.frame(at: time, into: &frame)
    // The cells are ordered from front to back.
    return frame.cards.reversed().flatMap { [outline(of: $0), item(of: $0)] }
  }

  /// Returns a hairline around a card, which separates white pages from each other.
  private func outline(of card: CardCell) -> SceneItem {
    let size = Size(
      width: card.size.width + 2 * Self.hairline, height: card.size.height + 2 * Self.hairline)
    return SceneItem(
      .color(.mark), picture: Rect(center: center(of: card), size: size), rotation: card.rotation,
      alpha: card.alpha)
  }

  private func center(of card: CardCell) -> Point {
    Point(x: card.center.x + origin.x, y: card.center.y + origin.y)
  }

  private func item(of card: CardCell) -> SceneItem {
    let center = center(of: card)
    let window = Rect(center: center, size: card.size)
    let full = Rect(
      center: center, size: Size(width: frame.container.width, height: card.size.height))
    let picture = stage.filled(card.page, around: full)
    return SceneItem(
      .page(card.page, size: picture.size), picture: picture, window: window,
      rotation: card.rotation, pivot: center, alpha: card.alpha)
  }
}
