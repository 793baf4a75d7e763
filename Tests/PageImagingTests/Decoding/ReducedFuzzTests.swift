// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing

@testable import PageImaging

/// Corrupted files: the reduced decoder returns the result of libjpeg, or none.
struct ReducedFuzzTests {
  /// A file, and its corruption.
  struct Corruption: CustomStringConvertible {
    var request: LibJPEGRequest
    /// The positions of changed bytes, as fractions of the file, and their new values.
    var changes: [(position: Double, value: UInt8)]
    /// The fraction of the file that is kept.
    var fraction: Double

    var description: String { "\(request), \(changes), cut at \(fraction)" }

    func bytes() -> [UInt8] {
      var bytes = request.encoded() ?? []
      for (position, value) in changes { bytes[Int(position * Double(bytes.count))] = value }
      return Array(bytes.prefix(Int((fraction * Double(bytes.count)).rounded(.up))))
    }

    static func random(using random: inout SeededGenerator) -> Self {
      let values: [UInt8] = [0, 0xFF, 0xD0, 0xD9, .random(in: 0...255, using: &random)]
      return Corruption(
        request: .random(using: &random, isProgressive: random.chance(0.2)),
        changes: (0..<Int.random(in: 0...4, using: &random)).map { _ in
          // The headers are at the beginning.
          let place = Double.random(in: 0..<1, using: &random)
          return (
            random.chance(0.5) ? place : place * place * place,
            values.randomElement(using: &random) ?? 0
          )
        },
        fraction: random.chance(0.7) ? 1 : .random(in: 0.1...1, using: &random))
    }

    var simpler: [Self] {
      var result = request.simpler.map {
        Corruption(request: $0, changes: changes, fraction: fraction)
      }
      for index in changes.indices {
        var other = self
        other.changes.remove(at: index)
        result.append(other)
      }
      return result
    }
  }

  @Test(arguments: [ReducedBlock.oneSample, .fourSamples])
  func aCorruptFileMatchesLibJPEGOrIsLeftToIt(block: ReducedBlock) {
    checkProperty(
      seed: 6000, runs: 1500, generate: { Corruption.random(using: &$0) }, shrink: \.simpler,
      check: { accident in
        let verdict = try ReducedOracle.compare(accident.bytes(), block) {
          source, block throws(ImagingError) in
          try BaselineCoefficients(source, block: block)
        }
        guard case .differs(let reason) = verdict else { return nil }
        return reason
      })
  }
}
