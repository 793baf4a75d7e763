// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing

@testable import GalleryCompanions

/// A tracker under random samples.
enum AppearanceSubject: ModelSubject {
  struct Setup: Equatable {
    var effect = AppearanceEffect.standard
    var policy = AppearanceTracker.Policy.always
    var stagger = Duration.zero
    var speed = 1.0
    var reducedMotion = false
  }

  enum Call: Equatable {
    case sample([AppearanceItem])
    case reset(PageID)
    case resetAll
  }

  static let pages = (0..<12).map { PageID(UInt64($0)) }

  static func makeModel(_ setup: Setup) throws -> AppearanceTracker {
    var configuration = AppearanceTracker.Configuration()
    configuration.effect = setup.effect
    configuration.policy = setup.policy
    configuration.stagger = setup.stagger
    configuration.speed = setup.speed
    configuration.reducedMotion = setup.reducedMotion
    return try AppearanceTracker(configuration: configuration)
  }

  static func perform(
    _ call: Call, on model: inout AppearanceTracker, at time: Duration
  ) throws {
    switch call {
    case .sample(let items): model.sample(items, at: time)
    case .reset(let page): model.reset(page, at: time)
    case .resetAll: model.reset(at: time)
    }
  }

  static func frame(of model: AppearanceTracker, at time: Duration) -> [Appearance] {
    pages.map { model.appearance(of: $0, at: time) }
  }

  static func violation(in frame: [Appearance], of model: AppearanceTracker) -> String? {
    for appearance in frame {
      let numbers = [
        appearance.xScale, appearance.yScale, appearance.offset.x, appearance.offset.y,
        appearance.alpha,
      ]
      guard numbers.allSatisfy(\.isFinite) else { return "a number is not finite" }
      guard (0...1).contains(appearance.alpha), appearance.xScale >= 0, appearance.yScale >= 0
      else { return "a number out of range" }
    }
    return nil
  }

  static func distance(_ first: [Appearance], _ second: [Appearance]) -> Double {
    zip(first, second).map { first, second in
      [
        abs(first.xScale - second.xScale), abs(first.yScale - second.yScale),
        abs(first.offset.x - second.offset.x), abs(first.offset.y - second.offset.y),
        abs(first.alpha - second.alpha),
      ].max() ?? 0
    }.max() ?? 0
  }

  // A page that appears for the first time has no previous appearance.
  static func allowedJump(of call: Call, in model: AppearanceTracker) -> Double? { nil }

  static let boundaryJump = 1e-5

  static func isRepeatable(_ call: Call) -> Bool {
    switch call {
    case .sample: true
    default: false
    }
  }

  static func randomSetup(using generator: inout SeededGenerator) -> Setup {
    Setup(
      effect: [.standard, .fade, .slide, .flip, .wild].randomElement(using: &generator)
        ?? .standard,
      policy: generator.chance(0.5) ? .always : .forwardOnly,
      stagger: [.zero, .milliseconds(30), .seconds(1)].randomElement(using: &generator) ?? .zero,
      speed: [1, 0.3, 10].randomElement(using: &generator) ?? 1,
      reducedMotion: generator.chance(0.1))
  }

  static func randomCalls(
    for setup: Setup, using generator: inout SeededGenerator
  ) -> [TimedProgram<Self>.Step] {
    let call: Call
    switch Int.random(in: 0..<20, using: &generator) {
    case ..<16:
      let items = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
        AppearanceItem(
          page: pages.randomElement(using: &generator) ?? 0,
          section: Int.random(in: 0...1, using: &generator),
          row: Int.random(in: 0...8, using: &generator))
      }
      call = .sample(items)
    case ..<19: call = .reset(pages.randomElement(using: &generator) ?? 0)
    default: call = .resetAll
    }
    return [.init(wait: .random(using: &generator), call: call)]
  }

  static func shrinks(of setup: Setup) -> [Setup] { [Setup(), Setup(policy: setup.policy)] }

  static func shrinks(of call: Call) -> [Call] {
    guard case .sample(let items) = call else { return [] }
    return items.shrinks.map { .sample($0) }
  }
}

struct RandomAppearanceTests {
  @Test func everyStepKeepsTheLaws() {
    checkTimedPrograms(of: AppearanceSubject.self, seed: 15_000_000_000, share: 0.1)
  }

  @Test func appearancesEqualAPlainRecordOfTheFirstSamples() {
    checkProperty(
      seed: 15_500_000_000, runs: 400,
      generate: { TimedProgram<AppearanceSubject>.random(calls: 20, using: &$0) },
      shrink: { $0.shrinks }, check: { try PlainAppearance.difference(in: $0) })
  }
}

/// The first time of each page in a dictionary, and the formula of the definition.
private struct PlainAppearance {
  private var starts: [PageID: Double?] = [:]
  private var largest = [-1, -1]

  static func difference(in program: TimedProgram<AppearanceSubject>) throws -> String? {
    var tracker = try AppearanceSubject.makeModel(program.setup)
    var plain = PlainAppearance()
    var time = 0.0
    for (place, step) in program.steps.enumerated() {
      if case .nanoseconds(let wait) = step.wait { time += Double(max(0, min(wait, 1 << 32))) }
      let now = Duration.nanoseconds(Int64(time))
      if let call = step.call {
        try AppearanceSubject.perform(call, on: &tracker, at: now)
        plain.perform(call, program.setup, at: time)
      }
      for delay in [0.0, 1e8, 3e8] {
        for page in AppearanceSubject.pages {
          let found = tracker.appearance(of: page, at: now + .nanoseconds(Int64(delay)))
          let expected = plain.expectedAppearance(of: page, program.setup, at: time + delay)
          guard
            [found.xScale, found.yScale, found.offset.x, found.offset.y, found.alpha]
              .isApproximately(expected, tolerance: 1e-6)
          else { return "page \(page) at step \(place): \(found), not \(expected)" }
        }
      }
    }
    return nil
  }

  private mutating func perform(
    _ call: AppearanceSubject.Call, _ setup: AppearanceSubject.Setup, at time: Double
  ) {
    switch call {
    case .reset(let page): starts[page] = nil
    case .resetAll: (starts, largest) = ([:], [-1, -1])
    case .sample(let items):
      let before = largest
      var position = 0.0
      let stagger = setup.reducedMotion ? 0 : setup.stagger / .nanoseconds(1) / setup.speed
      for item in items {
        let place = [item.section, item.row]
        if largest.lexicographicallyPrecedes(place) { largest = place }
        guard starts[item.page] == nil else { continue }
        if setup.policy == .always || before.lexicographicallyPrecedes(place) {
          starts[item.page] = .some(time + position * stagger)
          position += 1
        } else {
          starts[item.page] = .some(nil)
        }
      }
    }
  }

  private func expectedAppearance(
    of page: PageID, _ setup: AppearanceSubject.Setup, at time: Double
  ) -> [Double] {
    guard let seen = starts[page], let start = seen, !setup.reducedMotion else {
      return [1, 1, 0, 0, 1]
    }
    let effect = setup.effect
    let length = effect.duration / .nanoseconds(1) / setup.speed
    let s = TimingCurve.easeInOut.value(at: max(0, min(1, (time - start) / length)))
    func lerp(_ a: Double, _ b: Double) -> Double { a + (b - a) * s }
    return [
      lerp(effect.xScale, 1), lerp(effect.yScale, 1), lerp(effect.offset.x, 0),
      lerp(effect.offset.y, 0), lerp(effect.alpha, 1),
    ]
  }
}

struct AppearanceMemoryTests {
  /// Identifiers that all hash to the same slots, inserted and removed in any order.
  @Test func memoryEqualsADictionary() {
    checkProperty(
      seed: 15_900_000_000, runs: 300,
      generate: { generator in
        (0..<200).map { _ in
          (UInt64.random(in: 0...40, using: &generator), generator.chance(0.55))
        }
      },
      shrink: { steps in
        steps.indices.map { index in
          var copy = steps
          copy.remove(at: index)
          return copy
        }
      },
      check: { steps in
        var memory = AppearanceMemory()
        var plain: [UInt64: Int64] = [:]
        for (time, (name, isInserted)) in steps.enumerated() {
          if isInserted {
            let isNew = memory.insert(PageID(name), start: Int64(time))
            guard isNew == (plain[name] == nil) else { return "newness of \(name)" }
            plain[name] = plain[name] ?? Int64(time)
          } else {
            memory.remove(PageID(name))
            plain[name] = nil
          }
          guard memory.count == plain.count else { return "count" }
          for name in 0...40 as ClosedRange<UInt64> {
            guard memory[PageID(name)] == plain[name] else { return "page \(name) at \(time)" }
          }
        }
        var other = AppearanceMemory()
        for (name, start) in plain.sorted(by: { $0.key > $1.key }) {
          _ = other.insert(PageID(name), start: start)
        }
        return memory == other ? nil : "not equal to one with the same pages"
      })
  }
}
