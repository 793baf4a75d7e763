// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing

@testable import GalleryCompanions

/// A selector under random calls.
enum SplitSelectorSubject: ModelSubject {
  struct Setup: Equatable {
    var count = 6
    var viewport = SplitSelectorTests.viewport
    var configuration = SplitSelector.Configuration()
  }

  enum Call: Equatable {
    case beginDrag(SplitSide)
    case drag(SplitSide, Double)
    case endDrag(SplitSide, Double)
    case cancelDrag(SplitSide)
    case select(Int, SplitSide, animated: Bool)
    case shuffle(UInt64)
    case reload(Int)
    case setViewport(Size)
  }

  static func makeModel(_ setup: Setup) throws -> SplitSelector {
    try SplitSelector(
      count: setup.count, viewport: setup.viewport, configuration: setup.configuration)
  }

  static func perform(_ call: Call, on model: inout SplitSelector, at time: Duration) throws {
    switch call {
    case .beginDrag(let side): model.beginDrag(side, at: time)
    case .drag(let side, let way): try model.drag(side, translation: way, at: time)
    case .endDrag(let side, let velocity):
      try model.endDrag(side, velocity: velocity, at: time)
    case .cancelDrag(let side): model.cancelDrag(side, at: time)
    case .select(let index, let side, let animated):
      try model.select(index, in: side, animated: animated, at: time)
    case .shuffle(let seed): model.shuffle(seed: seed, at: time)
    case .reload(let count): try model.reload(count: count, at: time)
    case .setViewport(let size): try model.setViewport(size, at: time)
    }
  }

  static func frame(of model: SplitSelector, at time: Duration) -> SplitSelectorFrame {
    model.frame(at: time)
  }

  static func violation(in frame: SplitSelectorFrame, of model: SplitSelector) -> String? {
    for (rows, position, index) in [
      (frame.left, frame.leftPosition, frame.leftIndex),
      (frame.right, frame.rightPosition, frame.rightIndex),
    ] {
      guard position.isFinite else { return "a position is not finite" }
      for row in rows {
        let numbers = [row.center.x, row.center.y, row.scale, row.alpha]
        guard numbers.allSatisfy(\.isFinite) else { return "a number is not finite" }
        guard row.scale > 0, row.scale <= 1, row.alpha > 0, row.alpha <= 1 else {
          return "an invisible row"
        }
        guard row.frame.maxY > -1e-6, row.frame.minY < frame.viewport.height + 1e-6 else {
          return "a row outside of the viewport"
        }
      }
      guard rows.map(\.index) == rows.map(\.index).sorted() else { return "out of order" }
      let last = max(0, model.count - 1)
      let nearest = min(last, max(0, Int(min(1e9, max(-1e9, (position + 0.5).rounded(.down))))))
      let distance = abs(position - position.rounded(.down) - 0.5)
      guard model.count == 0 || nearest == index || distance < 1e-6 else {
        return "row \(nearest) is in the middle, but \(index ?? -1) is selected"
      }
    }
    for header in frame.headers {
      guard header.alpha > 0, header.alpha <= 1, header.translation.isFinite else {
        return "an invisible header"
      }
    }
    let isWhole = model.count > 0 && frame.leftIndex == frame.rightIndex
    guard frame.isWhole == isWhole else { return "whole or not" }
    guard !frame.isAnimating, model.left.drag == nil, model.right.drag == nil, model.count > 0
    else { return nil }
    guard frame.leftPosition == Double(model.left.index),
      frame.rightPosition == Double(model.right.index)
    else { return "at rest between rows" }
    guard frame.viewport.hasArea else { return nil }
    return frame.headers.map(\.side) == (isWhole ? [nil] : [.left, .right])
      ? nil : "the wrong headers at rest"
  }

  /// The largest difference of positions, and of the opacity of headers of the same item.
  static func distance(_ first: SplitSelectorFrame, _ second: SplitSelectorFrame) -> Double {
    var distance = max(
      abs(first.leftPosition - second.leftPosition),
      abs(first.rightPosition - second.rightPosition))
    for side in [SplitSide?.some(.left), .right, nil] {
      let alphas = [first, second].map { frame in
        frame.headers.first { $0.side == side }?.alpha ?? 0
      }
      distance = max(distance, abs(alphas[0] - alphas[1]))
    }
    return distance
  }

  static func allowedJump(of call: Call, in model: SplitSelector) -> Double? {
    guard !model.configuration.reducedMotion else { return nil }
    let threshold = 0.2501 / model.itemLength
    switch call {
    case .drag, .reload, .setViewport, .select(_, _, animated: false): return nil
    case .beginDrag, .shuffle, .select: return 1e-9
    // A distance below a quarter of a point takes no time. Headers fade by points.
    case .endDrag, .cancelDrag: return max(threshold, 0.2501 / SplitLayout.reach)
    }
  }

  // A spring ends a quarter of a point before its target.
  static let boundaryJump = 0.2501

  static func isRepeatable(_ call: Call) -> Bool {
    switch call {
    case .reload, .setViewport: true
    default: false
    }
  }

  static func randomSetup(using generator: inout SeededGenerator) -> Setup {
    var setup = Setup(count: [0, 1, 2, 6, 100].randomElement(using: &generator) ?? 6)
    if generator.chance(0.3) { setup.viewport = .randomViewport(using: &generator) }
    setup.configuration.variant = generator.chance(0.7) ? .list : .drum
    setup.configuration.itemLength =
      [nil, nil, 40, 500].randomElement(using: &generator) ?? nil
    setup.configuration.scaleFactor = [0.6, 0.4, 0, 1].randomElement(using: &generator) ?? 0.6
    setup.configuration.reducedMotion = generator.chance(0.1)
    setup.configuration.speed = [1, 0.3, 10].randomElement(using: &generator) ?? 1
    return setup
  }

  static func randomCalls(
    for setup: Setup, using generator: inout SeededGenerator
  ) -> [TimedProgram<Self>.Step] {
    let side: SplitSide = generator.chance(0.5) ? .left : .right
    let call: Call
    switch Int.random(in: 0..<30, using: &generator) {
    case ..<6: call = .beginDrag(side)
    case ..<12: call = .drag(side, .hostile(in: -2000...2000, using: &generator))
    case ..<18: call = .endDrag(side, .hostile(in: -4000...4000, using: &generator))
    case ..<19: call = .cancelDrag(side)
    case ..<24:
      call = .select(
        Int.random(in: -1...max(0, setup.count), using: &generator), side,
        animated: generator.chance(0.8))
    case ..<26: call = .shuffle(generator.next())
    case ..<28: call = .setViewport(.randomViewport(using: &generator))
    default: call = .reload(Int.random(in: -1...8, using: &generator))
    }
    return [.init(wait: .random(using: &generator), call: call)]
  }

  static func shrinks(of setup: Setup) -> [Setup] {
    setup.count.shrinks.filter { $0 >= 0 }.map { Setup(count: $0) } + [Setup(count: setup.count)]
  }

  static func shrinks(of call: Call) -> [Call] {
    switch call {
    case .drag(let side, let way): way.shrinks.map { .drag(side, $0) }
    case .endDrag(let side, let velocity):
      [.cancelDrag(side)] + velocity.shrinks.map { .endDrag(side, $0) }
    case .select(let index, let side, let animated):
      index.shrinks.map { .select($0, side, animated: animated) }
    case .reload(let count): count.shrinks.map { .reload($0) }
    default: []
    }
  }
}

struct RandomSplitSelectorTests {
  @Test func everyStepKeepsTheLaws() {
    checkTimedPrograms(of: SplitSelectorSubject.self, seed: 14_000_000_000, share: 0.2)
  }
}
