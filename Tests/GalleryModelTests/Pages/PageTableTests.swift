// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Testing

/// A table behaves like a dictionary.
@Suite struct PageTableTests {
  private enum Step {
    case set(PageID, Int)
    case remove(PageID)
  }

  @Test func randomStepsAreThoseOfADictionary() {
    checkProperty(
      seed: 16_101 &+ TestEnvironment.randomSeed,
      generate: { random in
        // Few pages, so that many are removed; some of them far apart.
        let ids = (0..<UInt64(40)).map { PageID($0 < 30 ? $0 : $0 << 58) }
        return (0..<Int.random(in: 1...300, using: &random)).map { _ in steps(ids, &random) }
      },
      shrink: { steps in
        steps.indices.map { index in
          var fewer = steps
          fewer.remove(at: index)
          return fewer
        }
      },
      check: { problem($0) })
  }

  @Test func pagesOfOneCellAreKeptApart() {
    // Collisions of the hash: these identifiers have the same lower bits after mixing.
    var (table, ids) = (PageTable(), [PageID]())
    let inverse: UInt64 = 0xF1DE_83E1_9937_733D
    for number in 0..<UInt64(100) {
      let mixed = (number << 48) &* inverse
      ids.append(PageID(mixed ^ (mixed >> 32)))
    }
    for (number, id) in ids.enumerated() { table.set(id, to: -number) }
    for (number, id) in ids.enumerated() { #expect(table[id] == -number) }
    for id in ids.dropLast() { table.remove(id) }
    #expect(table.ids == ids.suffix(1))
  }

  @Test func indexesOfAListAreThoseOfTheLastOccurrence() {
    let table = PageTable(indexesOf: [7, 9, 7])
    #expect(table.count == 2 && table[7] == 2 && table[9] == 1 && table[8] == nil)
  }

  private func steps(_ ids: [PageID], _ random: inout SeededGenerator) -> Step {
    let id = ids.randomElement(using: &random) ?? 0
    guard random.chance(0.6) else { return .remove(id) }
    return .set(id, Int.random(in: -2...2, using: &random))
  }

  private func problem(_ steps: [Step]) -> String? {
    var table = PageTable()
    var expected: [PageID: Int] = [:]
    for step in steps {
      switch step {
      case .set(let id, let number):
        table.set(id, to: number)
        expected[id] = number
      case .remove(let id):
        table.remove(id)
        expected[id] = nil
      }
    }
    for id in expected.keys where table[id] != expected[id] { return "\(id) has another number" }
    guard table.count == expected.count else { return "\(table.count) pages" }
    return Set(table.ids) == Set(expected.keys) ? nil : "\(table.ids)"
  }
}
