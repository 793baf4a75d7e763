// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport

@testable import GalleryModel

extension Program {
  /// A random program.
  ///
  /// Half of the calls belong to gestures, and many occur exactly at a boundary.
  static func random(
    calls: Int, largest count: Int = 200, using generator: inout SeededGenerator
  ) -> Program {
    var program = Program(gallery: .random(largest: count, using: &generator))
    var author = Author(gallery: program.gallery)
    while program.steps.count < calls { author.write(into: &program.steps, using: &generator) }
    return program
  }
}

/// A generator of the steps of a random program.
private struct Author {
  let gallery: GallerySetup

  mutating func write(
    into steps: inout [Program.Step], using generator: inout SeededGenerator
  ) {
    if generator.chance(0.2) {
      gesture(into: &steps, using: &generator)
    } else {
      steps.append(.init(wait: .random(using: &generator), call: call(using: &generator)))
    }
  }

  /// A complete gesture, often with other calls in between.
  private func gesture(
    into steps: inout [Program.Step], using generator: inout SeededGenerator
  ) {
    let surface: GallerySurface = generator.chance(0.5) ? .preview : .strip
    let moves = Int.random(in: 0...4, using: &generator)
    let start =
      generator.chance(0.6) ? Program.Wait.random(using: &generator) : .boundary(offset: 0)
    steps.append(.init(wait: start, call: .beginDrag(surface)))
    var translation = 0.0
    let reach: Double = [1, 20, 200, 2000].randomElement(using: &generator) ?? 1
    for _ in 0..<moves {
      translation += .random(in: -reach...reach, using: &generator)
      steps.append(.init(wait: .frame(using: &generator), call: .drag(translation)))
      if generator.chance(0.08) {
        steps.append(.init(wait: .frame(using: &generator), call: call(using: &generator)))
      }
    }
    let end = generator.chance(0.1) ? Program.Call.cancelDrag : .endDrag(velocity(&generator))
    let wait =
      generator.chance(0.15) ? Program.Wait.random(using: &generator) : .frame(using: &generator)
    steps.append(.init(wait: wait, call: end))
  }

  private func call(using generator: inout SeededGenerator) -> Program.Call {
    switch Int.random(in: 0..<100, using: &generator) {
    case ..<12: .advance
    case ..<16: .beginDrag(generator.chance(0.5) ? .preview : .strip)
    case ..<22: .drag(translation(&generator))
    case ..<26: .endDrag(velocity(&generator))
    case ..<28: .cancelDrag
    case ..<52: .goTo(index(&generator), animated: generator.chance(0.85))
    case ..<62: .tap(.random(in: -0.1...1.1, using: &generator))
    case ..<80: .setViewport(.random(like: gallery, using: &generator))
    case ..<94: .setSize(index(&generator), .random(using: &generator))
    default: .setReducedMotion(generator.chance(0.3))
    }
  }

  private func index(_ generator: inout SeededGenerator) -> Int {
    if generator.chance(0.02) {
      return [-1, gallery.count, .max].randomElement(using: &generator) ?? 0
    }
    return Int.random(in: 0...max(0, gallery.count - 1), using: &generator)
  }

  private func translation(_ generator: inout SeededGenerator) -> Double {
    let hostile: [Double] = [
      .nan, .infinity, -.infinity, 1e300, -1e300, 1e18, .leastNonzeroMagnitude,
    ]
    if generator.chance(0.05) { return hostile.randomElement(using: &generator) ?? 0 }
    return .random(in: -3000...3000, using: &generator)
  }

  /// A velocity of any size: most releases are slow, some as fast as a finite `Double` can be.
  private func velocity(_ generator: inout SeededGenerator) -> Double {
    let special: [Double] = [0, 299.999, 300, -300, 1e9, -1e9, .nan, .infinity]
    if generator.chance(0.15) { return special.randomElement(using: &generator) ?? 0 }
    let reach: Double = [50, 1000, 5000, 1e5].randomElement(using: &generator) ?? 50
    return .random(in: -reach...reach, using: &generator)
  }
}

extension Program.Wait {
  /// The time between two moves of a finger.
  fileprivate static func frame(using generator: inout SeededGenerator) -> Self {
    .nanoseconds(Int64.random(in: 0...20_000_000, using: &generator))
  }

  /// A random duration: zero, until a boundary, a part of an animation, hours.
  static func random(using generator: inout SeededGenerator) -> Self {
    switch Int.random(in: 0..<100, using: &generator) {
    case ..<5: .nanoseconds(0)
    case ..<8: .nanoseconds(1)
    case ..<30: .boundary(offset: .random(in: -1...1, using: &generator))
    case ..<85: .nanoseconds(.random(in: 0...200_000_000, using: &generator))
    case ..<97: .nanoseconds(.random(in: 0...2_000_000_000, using: &generator))
    case ..<98: .nanoseconds(.random(in: 3_600_000_000_000...20_000_000_000_000, using: &generator))
    default: .nanoseconds(.random(in: -1_000_000_000 ... -1, using: &generator))
    }
  }
}
