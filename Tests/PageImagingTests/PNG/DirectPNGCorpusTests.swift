// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import GalleryTestSupport
import Testing

@testable import PageImaging

/// The files of a folder outside of the package, which the environment names, and what becomes of
/// them when bytes change.
struct DirectPNGCorpusTests {
  private static let folder = ProcessInfo.processInfo.environment["GALLERY_CORPUS"]
  /// Copies of each file with one byte changed.
  private static let mutationCount = 12
  /// Files larger than this are looked at only as they are.
  private static let largestMutated = 1 << 20

  @Test(.enabled(if: folder != nil, "GALLERY_CORPUS names no folder"))
  func everyFileIsWhatLibpngSays() throws {
    let root = URL(filePath: try #require(Self.folder))
    let files = try #require(
      FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
    var generator = SeededGenerator(seed: 17)
    var taken = 0
    for case let file as URL in files where file.pathExtension == "png" {
      let bytes = [UInt8](try Data(contentsOf: file))
      // Some are JPEGs by another name.
      guard bytes.first != 0xFF else { continue }
      if Self.isTaken(bytes) { taken += 1 }
      expectSameVerdict(bytes, file.lastPathComponent)
      guard !bytes.isEmpty, bytes.count <= Self.largestMutated else { continue }
      for _ in 0..<Self.mutationCount {
        let place = Int.random(in: bytes.indices, using: &generator)
        var changed = bytes
        changed[place] ^= .random(in: 1...255, using: &generator)
        expectSameVerdict(changed, "\(file.lastPathComponent), byte \(place)")
      }
    }
    #expect(taken > 0)
  }

  private static func isTaken(_ bytes: [UInt8]) -> Bool {
    do { return try PNGOracle.direct(bytes) != nil } catch { return false }
  }

  private func expectSameVerdict(_ bytes: [UInt8], _ name: String) {
    // The last passes of an interlaced page are not looked at for a small picture.
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
