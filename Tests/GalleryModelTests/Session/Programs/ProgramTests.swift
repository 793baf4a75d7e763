// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing

@testable import GalleryModel

/// Random programs can be printed, repeated and simplified.
struct ProgramTests {
  private let program = Program(
    gallery: GallerySetup(
      count: 3, sizes: [PixelSize(width: 2480, height: 3508), nil],
      active: 1, configuration: GalleryConfiguration()),
    steps: [
      .init(wait: .nanoseconds(16_000_000), call: .beginDrag(.strip)),
      .init(wait: .nanoseconds(1), call: .drag(-40.5)),
      .init(wait: .nanoseconds(-5), call: .drag(.nan)),
      .init(wait: .nanoseconds(-5), call: .endDrag(-900)),
      .init(wait: .nanoseconds(2_000_000_000), call: .tap(0.5)),
      .init(wait: .nanoseconds(0), call: .tap(2)),
      .init(wait: .nanoseconds(0), call: .goTo(0, animated: true)),
      .init(wait: .boundary(offset: 1), call: .setSize(1, PixelSize(width: 3, height: 2))),
      .init(wait: .nanoseconds(0), call: .setViewport(.zero)),
      .init(wait: .nanoseconds(0), call: .setReducedMotion(true)),
      .init(wait: .nanoseconds(7_000_000_000), call: .advance),
    ])

  @Test func programsPrintAsReplayScripts() {
    let script = program.replayScript

    #expect(
      script == """
        {"gallery": {"pages": [{"id": 52, "width": 2480, "height": 3508}, {"id": 53}, \
        {"id": 50, "width": 2480, "height": 3508}], \
        "viewport": {"preview": [375.0, 601.0], "strip": [375.0, 66.0]}, "active": 1, \
        "direction": "ltr", "axis": "horizontal", "configuration": \
        {"reducedMotion": false, "speed": 1.0, "hysteresis": 0.0, "overscan": 0.0}}}
        {"at": 0.016, "call": "beginDrag", "surface": "strip"}
        {"at": 0.016000001, "call": "drag", "translation": -40.5}
        # the next call came with an earlier time
        # at 0.016000001: drag(nan)
        # the next call came with an earlier time
        {"at": 0.016000001, "call": "endDrag", "velocity": -900.0}
        {"at": 2.016000001, "call": "goTo", "index": 2}
        # at 2.016000001: tap(2.0)
        {"at": 2.016000001, "call": "goTo", "index": 0, "animated": true}
        {"at": 2.316000002, "call": "setSize", "page": 53, "width": 3, "height": 2}
        {"at": 2.316000002, "call": "setViewport", "preview": [0.0, 0.0], "strip": [0.0, 0.0]}
        # at 2.316000002: setReducedMotion(true)
        {"at": 9.316000002, "call": "advance"}
        """)
  }

  @Test func seedsRepeat() {
    var first = SeededGenerator(seed: 7)
    var second = SeededGenerator(seed: 7)

    let programs = (0..<20).map { _ in Program.random(calls: 30, using: &first) }
    let repeated = (0..<20).map { _ in Program.random(calls: 30, using: &second) }

    // Programs contain numbers that are not equal to themselves: compare their texts.
    #expect(programs.map { "\($0)" } == repeated.map { "\($0)" })
  }

  @Test func halfOfTheCallsBelongToGestures() {
    var generator = SeededGenerator(seed: 8)

    let steps = (0..<200).flatMap { _ in Program.random(calls: 40, using: &generator).steps }
    let share = Double(steps.count { $0.call.isGesture }) / Double(steps.count)

    #expect((0.4...0.65).contains(share), "\(share)")
  }

  @Test func plantedFailureShrinksToItsCause() throws {
    let found = firstCounterexample(
      seed: 9, runs: 1000, generate: { Program.random(calls: 40, using: &$0) }, shrink: \.shrinks
    ) { program in
      // The planted failure: a drag of a strip while it settles.
      var run = try ProgramRun(program.gallery)
      for step in program.steps {
        if case .settle(let settle) = run.session.driver, settle.surface == .strip,
          case .beginDrag(.preview) = step.call
        {
          return "planted"
        }
        _ = try run.perform(TimedCall(time: run.time(after: step.wait), call: step.call))
      }
      return nil
    }

    let shrunk = try #require(found).shrunk
    #expect(shrunk.steps.count <= 4)
    #expect(shrunk.gallery.count <= 2)
    #expect(shrunk.gallery.configuration == GalleryConfiguration())
    let report = try #require(found).report
    #expect(report.hasPrefix("planted (seed "))
    #expect(report.contains("\"call\": \"beginDrag\", \"surface\": \"preview\""))
  }
}

extension Program.Call {
  fileprivate var isGesture: Bool {
    switch self {
    case .beginDrag, .drag, .endDrag, .cancelDrag: true
    case .goTo, .tap, .setViewport, .setSize, .setReducedMotion, .advance: false
    }
  }
}
