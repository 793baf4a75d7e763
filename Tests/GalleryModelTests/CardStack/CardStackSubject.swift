// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing

@testable import GalleryCompanions

/// A stack under random calls.
enum CardStackSubject: ModelSubject {
  struct Setup: Equatable {
    var count = 5
    var container = CardStackTests.container
    var configuration = CardStack.Configuration()
  }

  enum Call: Equatable {
    case beginDrag(Point)
    case drag(Point)
    case endDrag(Point)
    case cancelDrag
    case swipe(CardDirection)
    case undo
    case insert(PageID, Int)
    case append([PageID])
    case delete(PageID)
    case reload([PageID])
    case setContainer(Size)
  }

  static func makeModel(_ setup: Setup) throws -> CardStack {
    try CardStack(
      pages: (0..<setup.count).map { PageID(UInt64($0)) }, container: setup.container,
      configuration: setup.configuration)
  }

  static func perform(_ call: Call, on model: inout CardStack, at time: Duration) throws {
    switch call {
    case .beginDrag(let location): try model.beginDrag(location: location, at: time)
    case .drag(let translation): try model.drag(translation: translation, at: time)
    case .endDrag(let velocity): try model.endDrag(velocity: velocity, at: time)
    case .cancelDrag: model.cancelDrag(at: time)
    case .swipe(let direction): model.swipe(direction, at: time)
    case .undo: model.undo(at: time)
    case .insert(let page, let index): try model.insert(page, index: index, at: time)
    case .append(let pages): try model.append(contentsOf: pages, at: time)
    case .delete(let page): try model.delete(page, at: time)
    case .reload(let pages): try model.reload(pages, at: time)
    case .setContainer(let size): try model.setContainer(size, at: time)
    }
  }

  static func frame(of model: CardStack, at time: Duration) -> CardStackFrame {
    model.frame(at: time)
  }

  static func violation(in frame: CardStackFrame, of model: CardStack) -> String? {
    for card in frame.cards {
      let numbers = [
        card.depth, card.center.x, card.center.y, card.size.width, card.size.height,
        card.rotation, card.alpha,
      ]
      guard numbers.allSatisfy(\.isFinite) else { return "a number is not finite" }
      guard card.alpha > 0, card.alpha <= 1 else { return "an opacity of \(card.alpha)" }
      guard card.size.width >= 0, card.depth >= 0 else { return "a size or depth below zero" }
      if let index = card.index {
        guard index < model.count, model.deck[index] == card.page else { return "a wrong index" }
      }
    }
    let indexes = frame.cards.compactMap(\.index)
    guard indexes == indexes.sorted(), Set(indexes).count == indexes.count else {
      return "the deck is out of order"
    }
    let pages = frame.cards.map(\.page)
    guard Set(pages).count == pages.count else { return "a page is seen twice" }
    let known = Array(model.pages) + model.decisions.map(\.page)
    guard Set(known).count == known.count else { return "a page has two places" }
    guard frame.isEmpty == (model.count == 0) else { return "the empty state is wrong" }
    guard model.drag == nil, !frame.isAnimating, frame.container.hasArea else { return nil }
    let shown = Swift.min(model.count, model.configuration.maximumVisibleCards)
    guard indexes == Array(0..<shown), frame.cards.count == shown,
      frame.cards.map(\.depth) == indexes.map(Double.init),
      frame.cards.allSatisfy({ $0.alpha == 1 && $0.rotation == 0 })
    else { return "not at rest" }
    return nil
  }

  /// The largest difference of a number of a card; what only one frame shows is weighted by its
  /// opacity.
  static func distance(_ first: CardStackFrame, _ second: CardStackFrame) -> Double {
    var others: [PageID: CardCell] = [:]
    for card in second.cards { others[card.page] = card }
    var distance = 0.0
    for card in first.cards {
      guard let other = others.removeValue(forKey: card.page) else {
        distance = max(distance, card.alpha)
        continue
      }
      distance =
        [
          distance, abs(card.center.x - other.center.x), abs(card.center.y - other.center.y),
          abs(card.size.width - other.size.width), abs(card.rotation - other.rotation),
          abs(card.alpha - other.alpha), abs(card.depth - other.depth),
        ].max() ?? 0
    }
    for card in others.values { distance = max(distance, card.alpha) }
    return distance
  }

  static func allowedJump(of call: Call, in model: CardStack) -> Double? {
    guard !model.configuration.reducedMotion else { return nil }
    switch call {
    case .drag, .setContainer, .reload: return nil
    default: break
    }
    // Coordinates at the largest valid distance have less precision.
    let reach = model.drag.map { max(abs($0.offset.x), abs($0.offset.y)) } ?? 0
    let records = model.records.map { max(abs($0.end.offset.x), abs($0.end.offset.y)) }.max() ?? 0
    return 1e-9 * max(1, max(reach, records))
  }

  static let boundaryJump = 1e-4

  static func isRepeatable(_ call: Call) -> Bool {
    switch call {
    case .reload, .setContainer: true
    default: false
    }
  }

  static func randomSetup(using generator: inout SeededGenerator) -> Setup {
    var setup = Setup(count: Int.random(in: 0...12, using: &generator))
    setup.configuration.maximumVisibleCards =
      [1, 2, 3, 3, 7, 64].randomElement(using: &generator) ?? 3
    setup.configuration.backgroundFollows = generator.chance(0.8)
    setup.configuration.rotation = generator.chance(0.7) ? .proportional : .tangent
    setup.configuration.releaseRule = generator.chance(0.8) ? .distanceOrSpeed : .legacy
    setup.configuration.allowedDirections = CardDirections(
      rawValue: generator.chance(0.5) ? 3 : UInt8.random(in: 0...15, using: &generator))
    setup.configuration.reducedMotion = generator.chance(0.1)
    setup.configuration.speed = [1, 0.3, 10].randomElement(using: &generator) ?? 1
    return setup
  }

  static func randomCalls(
    for setup: Setup, using generator: inout SeededGenerator
  ) -> [TimedProgram<Self>.Step] {
    func page() -> PageID { PageID(UInt64.random(in: 0...20, using: &generator)) }
    func pages() -> [PageID] {
      (0..<Int.random(in: 0...5, using: &generator)).map { _ in page() }
    }
    let call: Call
    switch Int.random(in: 0..<30, using: &generator) {
    case ..<5: call = .beginDrag(.hostile(x: 0...300, y: 0...400, using: &generator))
    case ..<9: call = .drag(.hostile(x: -300...300, y: -200...200, using: &generator))
    case ..<13: call = .endDrag(.hostile(x: -2000...2000, y: -2000...2000, using: &generator))
    case ..<14: call = .cancelDrag
    case ..<18: call = .swipe(CardDirection.allCases.randomElement(using: &generator) ?? .left)
    case ..<22: call = .undo
    case ..<24: call = .insert(page(), Int.random(in: -1...8, using: &generator))
    case ..<25: call = .append(pages())
    case ..<28: call = .delete(page())
    case ..<29: call = .reload(pages())
    default: call = .setContainer(.randomViewport(using: &generator))
    }
    return [.init(wait: .random(using: &generator), call: call)]
  }

  static func shrinks(of setup: Setup) -> [Setup] {
    setup.count.shrinks.map { Setup(count: $0, configuration: setup.configuration) }
      + [Setup(count: setup.count)]
  }

  static func shrinks(of call: Call) -> [Call] {
    switch call {
    case .beginDrag(let point): point.shrinks.map { .beginDrag($0) }
    case .drag(let point): point.shrinks.map { .drag($0) }
    case .endDrag(let point): [.cancelDrag] + point.shrinks.map { .endDrag($0) }
    case .append(let pages): pages.shrinks.map { .append($0) }
    case .reload(let pages): pages.shrinks.map { .reload($0) }
    case .insert(let page, let index): index.shrinks.map { .insert(page, $0) }
    default: []
    }
  }
}

struct RandomCardStackTests {
  @Test func everyStepKeepsTheLaws() {
    checkTimedPrograms(of: CardStackSubject.self, seed: 12_000_000_000, share: 0.2)
  }

  /// A plain list of cards and a plain list of decisions.
  @Test func deckAndDecisionsEqualPlainLists() {
    checkProperty(
      seed: 12_500_000_000, runs: 300,
      generate: { TimedProgram<CardStackSubject>.random(calls: 30, using: &$0) },
      shrink: { $0.shrinks }, check: { try PlainStack.difference(in: $0) })
  }
}
