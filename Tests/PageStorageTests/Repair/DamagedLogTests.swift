// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import GalleryTestSupport
import PageStorage
import Testing

/// SQLite's log, from an error on, after which SQLite silently ignores everything.
@Suite struct DamagedLogTests {
  @Test func aFlippedBitOfTheLogTakesNoOriginalAlong() async throws {
    let folder = try TestFolder()
    let store = try await folder.open()
    let document = try await store.createDocument(title: "").id
    var ids: [PageID] = []
    for number in 0..<5 {
      ids.append(try await store.append(.bytes(CrashPage.bytes(number)), to: document).id)
    }
    var random = SeededGenerator(seed: 11)
    var repairs = 0
    for _ in 0..<60 {
      let copy = try TestFolder()
      try FileManager.default.copyItem(atPath: folder.store, toPath: copy.store)
      let bit = try flipBit(of: copy.store + "/catalogue.sqlite-wal", &random)
      repairs += try await expectPages(ids, of: document, in: copy, "bit \(bit)") ? 1 : 0
    }
    #expect(repairs > 30)
    await store.close()
  }

  private func flipBit(of path: String, _ random: inout SeededGenerator) throws -> Int {
    let file = URL(fileURLWithPath: path)
    var bytes = try Data(contentsOf: file)
    let bit = Int.random(in: 0..<bytes.count * 8, using: &random)
    bytes[bit / 8] ^= 1 << UInt8(bit % 8)
    try bytes.write(to: file)
    return bit
  }

  /// Expects all pages, or all but the last one: its commit cannot be distinguished from an
  /// interrupted one.
  ///
  /// - Returns: Whether the store had to be repaired.
  private func expectPages(
    _ ids: [PageID], of document: DocumentID, in folder: TestFolder, _ label: String
  ) async throws -> Bool {
    var isRepaired = false
    do {
      await (try await folder.open()).close()
    } catch PageStoreError.corrupted {
      isRepaired = true
      #expect(folder.files(below: "blobs").count == 5, "\(label)")
      #expect(try await PageStore.repair(at: folder.store).catalogWasRebuilt)
    }
    let store = try await folder.open()
    let found = try await store.ids(of: document)
    #expect(found == ids || !isRepaired && found == Array(ids.dropLast()), "\(label)")
    for (number, id) in found.enumerated() {
      #expect(try await store.bytes(of: id) == CrashPage.bytes(number), "\(label)")
    }
    #expect(try await store.verify().isSound, "\(label)")
    await store.close()
    return isRepaired
  }
}
