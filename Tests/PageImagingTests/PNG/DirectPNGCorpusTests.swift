// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry
import GalleryTestSupport
import Testing

@testable import PageImaging

/// The files of the corpus, and their results after changes of bytes.
struct DirectPNGCorpusTests {
  /// Copies of each file with one byte changed.
  private static let mutationCount = 12
  /// Larger files are tested only unchanged.
  private static let largestMutated = 1 << 20

  @Test(.needsCorpus) func everyFileMatchesLibpng() async throws {
    let taken = try await CorpusFolder.sum(overFiles: ["png"]) { file in
      // Some are JPEGs with a misleading extension.
      guard file.bytes.first != 0xFF else { return 0 }
      expectSameVerdict(file.bytes, file.name)
      expectSameVerdicts(ofMutationsOf: file)
      return Self.isTaken(file.bytes) ? 1 : 0
    }
    #expect(taken > 0)
  }

  private static func isTaken(_ bytes: [UInt8]) -> Bool {
    do { return try PNGOracle.direct(bytes) != nil } catch { return false }
  }

  private func expectSameVerdicts(ofMutationsOf file: CorpusFolder.File) {
    guard !file.bytes.isEmpty, file.bytes.count <= Self.largestMutated else { return }
    // Derived from the name, so that other files have no influence.
    var generator = SeededGenerator(seed: file.name.utf8.reduce(17) { $0 &* 31 &+ UInt64($1) })
    for _ in 0..<Self.mutationCount {
      let place = Int.random(in: file.bytes.indices, using: &generator)
      var changed = file.bytes
      changed[place] ^= .random(in: 1...255, using: &generator)
      expectSameVerdict(changed, "\(file.name), byte \(place)")
    }
  }

  private func expectSameVerdict(_ bytes: [UInt8], _ name: String) {
    // The last passes of an interlaced page are not read for a small image.
    let isInterlaced = bytes.count > 28 && bytes[28] == 1
    for target in [DecodingTarget.full, .height(13)] where target == .full || !isInterlaced {
      for policy in [DamagePolicy.tolerant, .strict] {
        let options = DecodingOptions(target: target, damagePolicy: policy)
        let actual = PNGOracle.actual(bytes, options)
        let expected = PNGOracle.verdict(bytes, options)
        #expect(actual == expected, "\(name), \(target), \(policy)")
      }
    }
  }
}
