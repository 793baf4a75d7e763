// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport
import Testing

@testable import GalleryModel

/// The reference implements the rules, and a comparison with it detects violations.
struct ReferenceGalleryTests {
  private func gallery(count: Int, active: Int = 0) -> ReferenceGallery {
    ReferenceGallery(
      count: count, speed: 1, hysteresis: 0, isVertical: false, sign: 1,
      area: .init(previewMain: 375, previewCross: 601, stripMain: 375, stripCross: 66),
      reduced: false, ratios: Array(repeating: 0.75, count: count), active: active,
      place: Double(active))
  }

  @Test func flingsEndOnTheProjectedPage() {
    var reference = gallery(count: 10, active: 3)
    reference.beginDrag(strip: true)
    reference.drag(-7.4)
    reference.endDrag(-400)

    reference.advance(to: 100_000_000)
    #expect(reference.position.isApproximately(3.707174, tolerance: 1e-6))
    reference.advance(to: 476_000_000)
    #expect(reference.kind == .idle)
    #expect(reference.position == 4)
  }

  @Test func swipesEndOnTheNextPage() {
    var reference = gallery(count: 10, active: 3)
    reference.beginDrag(strip: false)
    reference.drag(-75)
    reference.endDrag(-400)

    reference.advance(to: 300_000_000)
    #expect(reference.position.isApproximately(3.944331, tolerance: 1e-6))
    #expect(Double(reference.end) / 1e9 > 1.059 && Double(reference.end) / 1e9 < 1.0591)
  }

  @Test func jumpsOpenTheTargetAndCloseTheRest() {
    var reference = gallery(count: 6, active: 1)
    reference.goTo(4, animated: true)

    reference.advance(to: 150_000_000)
    #expect(reference.position == 2.5)
    #expect((0..<6).map(reference.expansion) == [0, 0.5, 0, 0, 0.5, 0])
    reference.advance(to: 375_000_000)
    #expect(reference.expansion(4).isApproximately(1, tolerance: 1e-12))
  }

  @Test func rubberBandsResist() {
    var reference = gallery(count: 3)
    reference.beginDrag(strip: false)
    reference.drag(150)
    #expect(reference.position.isApproximately(-0.180328, tolerance: 1e-6))
  }

  @Test func tiesAreRare() throws {
    var generator = SeededGenerator(seed: 11)
    var (compared, all) = (0, 0)
    for _ in 0..<200 {
      let program = Program.random(calls: 40, largest: 30, using: &generator)
      compared += try ReferenceRun.compare(program).steps
      all += program.steps.count
    }

    #expect(Double(compared) > 0.9 * Double(all), "\(compared) of \(all)")
  }

  @Test func anotherRuleIsNoticed() throws {
    // The same program with a slower clock in the session only.
    let found = firstCounterexample(
      seed: 12, runs: 50, generate: { Program.random(calls: 40, largest: 8, using: &$0) },
      shrink: \.shrinks
    ) { program in
      try ReferenceRun.compare(program) { $0.configuration.speed *= 1.0001 }.difference
    }
    #expect(found != nil)
  }
}
