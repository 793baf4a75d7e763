// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Testing

@Suite struct AscendingOrderTests {
  @Test func everyShortListIsSortedStably() {
    for count in 0...6 {
      for code in 0..<Int(power(4, count)) {
        let numbers = (0..<count).map { UInt64(code / power(4, $0) % 4) }
        #expect(problem(numbers) == nil, "\(numbers)")
      }
    }
  }

  @Test func randomNumbersAreSortedStably() {
    checkProperty(
      seed: 16_001 &+ TestEnvironment.randomSeed,
      generate: { random in
        let largest = UInt64.random(in: 0...300, using: &random)
        let count = Int.random(in: 0...200, using: &random)
        return (0..<count).map { _ in UInt64.random(in: 0...largest, using: &random) }
      },
      shrink: { numbers in
        numbers.indices.map { index in
          var fewer = numbers
          fewer.remove(at: index)
          return fewer
        }
      },
      check: { problem($0) })
  }

  @Test func largeNumbersAreInOrder() {
    let numbers: [UInt64] = [.max, 0, 1 << 63, (1 << 63) - 1, 1]
    #expect(numbers.ascending == [0, 1, (1 << 63) - 1, 1 << 63, .max])
  }

  @Test func negativeNumbersComeFirst() {
    #expect([3, .min, 0, -1, .max, -7].ascending == [.min, -7, -1, 0, 3, .max])
  }

  @Test func elementsWithEqualNumbersKeepTheirOrder() {
    let words = ["ccc", "a", "bb", "b", "aa", "c"]
    #expect(words.ascending { $0.count.ascendingKey } == ["a", "b", "c", "bb", "aa", "ccc"])
  }

  /// Compares with the sort of the standard library, by number and then by index.
  private func problem(_ numbers: [UInt64]) -> String? {
    let expected = numbers.indices.sorted { (numbers[$0], $0) < (numbers[$1], $1) }
    let places = numbers.ascendingPlaces
    return places == expected ? nil : "\(places) of \(numbers)"
  }

  private func power(_ base: Int, _ exponent: Int) -> Int {
    (0..<exponent).reduce(1) { product, _ in product * base }
  }
}
