// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing

struct PropertyCheckTests {
  private let twoDigits: (inout SeededGenerator) -> Int = { Int.random(in: 0..<100, using: &$0) }

  @Test func shrinksToTheSmallestCounterexample() throws {
    let counterexample = firstCounterexample(
      seed: 1, runs: 100, generate: twoDigits, shrink: \.shrinks,
      check: { $0 < 17 ? nil : "\($0) is too large" })

    let found = try #require(counterexample)
    #expect(found.shrunk == 17)
    #expect(found.reason == "17 is too large")
  }

  @Test func seedRepeatsTheFailingRun() throws {
    let counterexample = firstCounterexample(
      seed: 1, runs: 100, generate: twoDigits, shrink: \.shrinks,
      check: { $0 < 90 ? nil : "too large" })

    let found = try #require(counterexample)
    var generator = SeededGenerator(seed: found.seed)
    #expect(twoDigits(&generator) == found.original)
  }

  @Test func errorIsAFailure() {
    struct Failure: Error {}

    let found = firstCounterexample(
      seed: 1, runs: 1, generate: twoDigits, shrink: \.shrinks, check: { _ in throw Failure() })

    #expect(found?.shrunk == 0)
  }

  @Test func propertyThatHoldsHasNoCounterexample() {
    let found = firstCounterexample(
      seed: 1, runs: 100, generate: twoDigits, shrink: \.shrinks, check: { _ in nil })

    #expect(found == nil)
  }

  @Test func issueNamesSeedAndShrunkCase() {
    withKnownIssue {
      checkProperty(
        seed: 7, generate: twoDigits, shrink: \.shrinks, check: { $0 < 17 ? nil : "too large" })
    } matching: { issue in
      let text = issue.comments.map(\.rawValue).joined()
      return text.contains("seed ") && text.contains("shrunk case 17")
    }
  }

  @Test func generatorRepeatsKnownNumbers() {
    // The first outputs of the published reference implementation for seed 1234567.
    var generator = SeededGenerator(seed: 1_234_567)

    let numbers = [generator.next(), generator.next(), generator.next()]

    #expect(
      numbers == [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423])
  }

  @Test func withEveryTriesAllCombinationsAndTracesThem() {
    var traces: [String] = []

    withEvery("a", in: 1...2) { _ in
      withEvery("b", in: ["x", "y"]) { _ in traces.append(TestTrace.current) }
    }

    #expect(traces == ["a: 1, b: x", "a: 1, b: y", "a: 2, b: x", "a: 2, b: y"])
  }

  @Test(arguments: [
    (1.00004, "1.0000"), (-0.00001, "0.0000"), (-0.05, "-0.0500"), (187.99999, "188.0000"),
    (.infinity, "inf"),
  ])
  func formattedRoundsToDecimals(value: Double, text: String) {
    #expect(value.formatted(decimals: 4) == text)
  }
}
