// SPDX-License-Identifier: Apache-2.0

@testable import GalleryCompanions

/// The contents of a stack as two lists, without time and geometry.
struct PlainStack {
  private var deck: [PageID]
  private var decided: [(page: PageID, direction: CardDirection)] = []
  private var finger: (start: Point, way: Point)?
  private var emptyCount = 0

  /// Returns the first difference after a step, `nil` if there is none.
  static func difference(in program: TimedProgram<CardStackSubject>) throws -> String? {
    var setup = program.setup
    // Without animations a drag always starts in the slot.
    setup.configuration.reducedMotion = true
    var stack = try CardStackSubject.makeModel(setup)
    var plain = PlainStack(deck: (0..<setup.count).map { PageID(UInt64($0)) })
    var emptied = 0
    for (place, step) in program.steps.enumerated() {
      guard let call = step.call else { continue }
      if case .setContainer = call { continue }
      let accepted = plain.accepts(call, setup)
      do {
        try CardStackSubject.perform(call, on: &stack, at: .zero)
        guard accepted else { return "accepted at \(place)" }
      } catch {
        guard !accepted else { return "refused at \(place): \(error)" }
        continue
      }
      plain.perform(call, setup)
      for event in stack.advance(to: .zero) {
        if case .emptied = event { emptied += 1 }
      }
      guard Array(stack.pages) == plain.deck else { return "cards differ at \(place)" }
      guard
        stack.decisions
          == plain.decided.map({ CardDecision(page: $0.page, direction: $0.direction) })
      else { return "decisions differ at \(place)" }
      guard emptied == plain.emptyCount else { return "ran out \(emptied) times at \(place)" }
    }
    return nil
  }

  private func accepts(_ call: CardStackSubject.Call, _ setup: CardStackSubject.Setup) -> Bool {
    let known = deck + decided.map(\.page)
    func areNew(_ pages: [PageID]) -> Bool {
      Set(pages).count == pages.count && !pages.contains { known.contains($0) }
    }
    switch call {
    case .beginDrag(let point), .drag(let point), .endDrag(let point):
      return point.x.isFinite && point.y.isFinite
    case .insert(let page, let index): return (0...deck.count).contains(index) && areNew([page])
    case .append(let pages): return areNew(pages)
    case .delete(let page): return known.contains(page)
    case .reload(let pages): return Set(pages).count == pages.count
    default: return true
    }
  }

  private mutating func perform(
    _ call: CardStackSubject.Call, _ setup: CardStackSubject.Setup
  ) {
    let before = deck.count
    switch call {
    case .beginDrag: if finger == nil, !deck.isEmpty { finger = (.zero, .zero) }
    case .drag(let way): if finger != nil { finger?.way = way }
    case .endDrag(let velocity):
      if let finger, let side = side(of: finger.way, velocity, setup.configuration) {
        decide(side)
      }
      finger = nil
    case .cancelDrag: finger = nil
    case .swipe(let side):
      if !deck.isEmpty, setup.configuration.allowedDirections.contains(side) {
        decide(side)
        finger = nil
      }
    case .undo:
      if let last = decided.popLast() {
        deck.insert(last.page, at: 0)
        finger = nil
      }
    case .insert(let page, let index):
      deck.insert(page, at: index)
      if index == 0 { finger = nil }
    case .append(let pages): deck += pages
    case .delete(let page):
      if deck.first == page { finger = nil }
      deck.removeAll { $0 == page }
      decided.removeAll { $0.page == page }
    case .reload(let pages):
      (deck, decided, finger) = (pages, [], nil)
    case .setContainer: break
    }
    if before > 0, deck.isEmpty { emptyCount += 1 }
  }

  private mutating func decide(_ side: CardDirection) {
    decided.append((deck.removeFirst(), side))
  }

  private func side(
    of way: Point, _ velocity: Point, _ configuration: CardStack.Configuration
  ) -> CardDirection? {
    let allowed = configuration.allowedDirections
    if configuration.releaseRule == .legacy {
      if way.x > 250, allowed.contains(CardDirection.right) { return .right }
      return way.x < -215 && allowed.contains(CardDirection.left) ? .left : nil
    }
    let sides: [(CardDirection, Double, Double)] = [
      (.left, -way.x, -velocity.x), (.right, way.x, velocity.x), (.up, -way.y, -velocity.y),
      (.down, way.y, velocity.y),
    ].filter { allowed.contains($0.0) && $0.1 > 0 }
    guard let best = sides.max(by: { $0.1 < $1.1 }) else { return nil }
    return best.1 >= 150 || best.2 >= 1100 ? best.0 : nil
  }
}
