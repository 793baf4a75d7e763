// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import GalleryTestSupport
import Testing

@testable import PageStorage

/// The text of logged changes, according to the decoder of Foundation.
@Suite struct ChangesetJSONTests {
  private func decoded(_ changeset: Changeset) throws -> Changeset {
    try JSONDecoder().decode(Changeset.self, from: Data(ChangesetJSON(changeset).bytes))
  }

  @Test func moveIsWrittenOut() {
    let json = ChangesetJSON(Changeset(moves: [.init(source: 3, destination: 0)]))
    #expect(
      String(decoding: json.bytes, as: UTF8.self) == """
        {"deletions":[],"insertions":[],"moves":[{"source":3,"destination":0}],"replacements":[]}
        """)
  }

  @Test(arguments: [
    .leastNonzeroMagnitude, .leastNormalMagnitude, 1e-5, 0.1, 1 / 3, 0.707, 1,
    1e16, 1e17, 1e300, .greatestFiniteMagnitude,
  ])
  func everyRatioIsDecodedUnchanged(ratio: Double) throws {
    let size = try PageShape(aspectRatio: ratio)
    let changeset = Changeset(
      insertions: [.init(index: 0, page: Page(id: PageID(.max), size: size, contentVersion: 7))],
      replacements: [.init(index: 9, size: size), .init(index: .max, size: nil)])
    #expect(try decoded(changeset) == changeset)
  }

  private func randomSize(_ random: inout SeededGenerator) throws -> PageShape? {
    guard Bool.random(using: &random) else { return nil }
    let bits = random.next() & 0x7FFF_FFFF_FFFF_FFFF
    let ratio = Double(bitPattern: bits)
    return ratio.isFinite && ratio > 0 ? try PageShape(aspectRatio: ratio) : nil
  }

  @Test func randomChangesAreDecodedUnchanged() throws {
    var random = SeededGenerator(seed: 1515)
    for _ in 0..<500 {
      let counts = (0..<4).map { _ in Int.random(in: 0...3, using: &random) }
      let index = { (random: inout SeededGenerator) in Int(random.next() >> 1) }
      let changeset = Changeset(
        deletions: (0..<counts[0]).map { _ in index(&random) },
        insertions: try (0..<counts[1]).map { _ in
          .init(
            index: index(&random),
            page: Page(
              id: PageID(random.next()), size: try randomSize(&random),
              contentVersion: Int(random.next() >> 33)))
        },
        moves: (0..<counts[2]).map { _ in
          .init(source: index(&random), destination: index(&random))
        },
        replacements: try (0..<counts[3]).map { _ in
          .init(index: index(&random), size: try randomSize(&random))
        })
      #expect(try decoded(changeset) == changeset)
    }
  }
}
