// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport

/// The code lengths of a block's two codes, and their encoding.
struct DeflateCodes {
  let literals: [Int]
  let distances: [Int]

  static let endOfBlock = 256
  /// The order of the lengths of the third code (RFC 1951, section 3.2.7).
  private static let order = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
  ]

  init(literals: [Int], distances: [Int]) {
    self.literals = literals
    self.distances = distances
  }

  /// Random codes that contain codes for some tokens.
  init(
    for tokens: [DeflateToken], _ defect: DeflateStream.Defect?,
    _ generator: inout SeededGenerator
  ) {
    var used: Set<Int> = defect == .noEndOfBlock ? [0, 1] : [Self.endOfBlock]
    var usedDistances: Set<Int> = []
    for token in tokens {
      used.insert(token.symbols.literal.number)
      if let distance = token.symbols.distance { usedDistances.insert(distance.number) }
    }
    literals = Self.lengths(
      of: used, from: 257...286, longest: 15,
      Self.fault(defect, .unusedLiteralWord, .twiceUsedLiteralWord),
      &generator)
    distances = Self.lengths(
      of: usedDistances, from: 1...30, longest: 15,
      Self.fault(defect, .unusedDistanceWord, .twiceUsedDistanceWord), &generator)
  }

  func write(
    to writer: inout DeflateWriter, _ defect: DeflateStream.Defect?,
    _ generator: inout SeededGenerator
  ) {
    let runs = Self.runs(literals + distances, &generator)
    let lengths = Self.lengths(
      of: Set(runs.map(\.number)), from: 19...19, longest: 7,
      Self.fault(defect, .unusedLengthWord, .twiceUsedLengthWord), &generator)
    let count = max(4, 1 + (Self.order.lastIndex { lengths[$0] > 0 } ?? 0))
    writer.number(literals.count - 257, bitCount: 5)
    writer.number(distances.count - 1, bitCount: 5)
    writer.number(count - 4, bitCount: 4)
    for symbol in Self.order[..<count] { writer.number(lengths[symbol], bitCount: 3) }
    let words = HuffmanWord.words(lengths: lengths)
    for run in runs {
      writer.symbol(run.number, of: words)
      writer.number(run.extra, bitCount: run.extraBitCount)
    }
  }

  // MARK: - Lengths

  private enum Fault { case none, unusedWord, twiceUsedWord }

  private static func fault(
    _ defect: DeflateStream.Defect?, _ unused: DeflateStream.Defect,
    _ twice: DeflateStream.Defect
  ) -> Fault {
    defect == unused ? .unusedWord : defect == twice ? .twiceUsedWord : .none
  }

  /// Code lengths for `symbols`: leaves of a tree that grows at random positions.
  private static func lengths(
    of symbols: Set<Int>, from counts: ClosedRange<Int>, longest: Int, _ fault: Fault,
    _ generator: inout SeededGenerator
  ) -> [Int] {
    var symbols = symbols.sorted()
    let last = symbols.last ?? 0
    let smallest = max(counts.lowerBound, last + 1)
    let count = min(counts.upperBound, smallest + Int.random(in: 0...3, using: &generator))
    let spare = (0..<count).filter { !symbols.contains($0) }.shuffled(using: &generator)
    // A tree has at least two leaves; an unused code may also be the one that is removed.
    let wanted = fault == .none ? (symbols.isEmpty ? 0 : 2) : 3
    symbols += spare.prefix(max(0, wanted - symbols.count))
    guard !symbols.isEmpty else { return Array(repeating: 0, count: count) }
    let leafCount = symbols.count + (fault == .unusedWord ? 1 : 0)
    var leaves = leafCount == 1 ? [1] : [0]
    while leaves.count < leafCount {
      let index = Int.random(in: leaves.indices, using: &generator)
      guard leaves[index] < longest else { continue }
      leaves[index] += 1
      leaves.append(leaves[index])
    }
    if fault == .twiceUsedWord, let index = leaves.indices.max(by: { leaves[$0] < leaves[$1] }) {
      leaves[index] = max(1, leaves[index] - 1)
    }
    var lengths = Array(repeating: 0, count: count)
    for (symbol, length) in zip(symbols, leaves) { lengths[symbol] = length }
    return lengths
  }

  // MARK: - Runs

  /// The lengths as symbols of the third code, some of them in runs.
  private static func runs(
    _ lengths: [Int], _ generator: inout SeededGenerator
  ) -> [DeflateToken.Symbol] {
    var runs: [DeflateToken.Symbol] = []
    var position = 0
    while position < lengths.count {
      let length = lengths[position]
      let same = lengths[position...].prefix { $0 == length }.count
      let isRepeated = position > 0 && lengths[position - 1] == length
      var run = DeflateToken.Symbol(number: length)
      var count = 1
      if generator.chance(0.7), length == 0, same >= 11 {
        count = min(same, 138)
        run = .init(number: 18, extra: count - 11, extraBitCount: 7)
      } else if generator.chance(0.7), length == 0, same >= 3 {
        count = min(same, 10)
        run = .init(number: 17, extra: count - 3, extraBitCount: 3)
      } else if generator.chance(0.7), isRepeated, same >= 3 {
        count = min(same, 6)
        run = .init(number: 16, extra: count - 3, extraBitCount: 2)
      }
      runs.append(run)
      position += count
    }
    return runs
  }
}
