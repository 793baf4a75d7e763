// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import GalleryModel
import GalleryTestSupport
import Testing

@testable import PageStorage

@Suite struct RepairTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func fill(_ count: Int) async throws -> (DocumentID, [PageID]) {
    let store = try await folder.open()
    let document = try await store.createDocument(title: "Box of scans").id
    let inputs = (0..<count).map { PageInput.bytes(CrashPage.bytes($0)) }
    let outcomes = await store.ingest(inputs, into: document)
    await store.close()
    return (document, try outcomes.map { try $0.get().id })
  }

  private func flip(_ bit: Int, of file: String) throws {
    var bytes = try Data(contentsOf: URL(fileURLWithPath: file))
    bytes[bit / 8] ^= 1 << UInt8(bit % 8)
    try bytes.write(to: URL(fileURLWithPath: file))
  }

  @Test func everyFlippedBitOfAnOriginalIsFoundAndAllOthersAreServed() async throws {
    let (_, ids) = try await fill(100)
    let store = try await folder.open()
    var random = SeededGenerator(seed: 6)
    for _ in 0..<1_000 {
      let place = Int.random(in: 0..<100, using: &random)
      let digest = try await store.page(ids[place]).digest
      let file = folder.original(digest)
      let bit = Int.random(in: 0..<CrashPage.bytes(0).count * 8, using: &random)
      try flip(bit, of: file)
      await #expect(throws: PageStoreError.corrupted(.original(digest)), "bit \(bit)") {
        try await store.bytes(of: ids[place])
      }
      let other = (place + 1 + Int.random(in: 0..<99, using: &random)) % 100
      #expect(try await store.bytes(of: ids[other]) == CrashPage.bytes(other))
      try flip(bit, of: file)
    }
    #expect(try await store.verify().isSound)
  }

  @Test func aFlippedBitOfTheCatalogIsNeverServed() async throws {
    let (document, ids) = try await fill(100)
    let file = folder.store + "/catalogue.sqlite"
    let bitCount = try Data(contentsOf: URL(fileURLWithPath: file)).count * 8
    var random = SeededGenerator(seed: 7)
    var repairs = 0
    for round in 0..<200 {
      let bit = Int.random(in: 0..<bitCount, using: &random)
      try flip(bit, of: file)
      do {
        let store = try await folder.open()
        for (place, id) in ids.enumerated() {
          // Either correct, or an error.
          if let bytes = try? await store.bytes(of: id) {
            #expect(bytes == CrashPage.bytes(place), "round \(round), bit \(bit)")
          }
          if let ratio = try? await store.aspectRatio(of: id) {
            #expect(ratio == Double(256 + place) / 256, "round \(round), bit \(bit)")
          }
        }
        if let pages = try? await store.pages(in: 0..<100, of: document) {
          #expect(pages.map(\.id) == ids, "round \(round), bit \(bit)")
        }
        await store.close()
      } catch { repairs += 1 }
      try flip(bit, of: file)
    }
    #expect(repairs < 100)
  }

  @Test func verifyNamesEachDamagedPage() async throws {
    let (_, ids) = try await fill(5)
    let store = try await folder.open()
    let digests = try await [store.page(ids[1]).digest, store.page(ids[3]).digest]
    try flip(77, of: folder.original(digests[0]))
    try FileManager.default.removeItem(atPath: folder.original(digests[1]))
    let stray = folder.store + "/blobs/00/stray"
    try Data([1]).write(to: URL(fileURLWithPath: stray))
    let report = try await store.verify()
    #expect(report.pageCount == 5 && report.originalCount == 5)
    #expect(
      Set(report.problems) == [
        .original(ids[1], digests[0]), .original(ids[3], digests[1]), .orphan(path: stray),
      ])

    let repaired = try await store.repair()
    #expect(Set(repaired.damagedPages) == [ids[1], ids[3]])
    #expect(try await store.page(ids[1]).isDamaged)
    #expect(try await !store.page(ids[0]).isDamaged)
    #expect(!FileManager.default.fileExists(atPath: stray))
    #expect(repaired.putAside.count == 1)
    #expect(
      FileManager.default.contents(atPath: try #require(repaired.putAside.first)) == Data([1]),
      "repair removes nothing")
  }

  @Test func theSameBytesHealADamagedPage() async throws {
    let (document, ids) = try await fill(2)
    let store = try await folder.open()
    let digest = try await store.page(ids[0]).digest
    try FileManager.default.removeItem(atPath: folder.original(digest))
    try await store.append(.bytes(CrashPage.bytes(0)), to: document)
    #expect(try await store.bytes(of: ids[0]) == CrashPage.bytes(0))
  }

  @Test(arguments: [true, false])
  func theSameBytesHealAPageWithAFlippedBit(isMarked: Bool) async throws {
    let (document, ids) = try await fill(2)
    let store = try await folder.open()
    let digest = try await store.page(ids[0]).digest
    try flip(77, of: folder.original(digest))
    if isMarked { #expect(try await store.repair().damagedPages == [ids[0]]) }

    let new = try await store.append(.bytes(CrashPage.bytes(0)), to: document)

    #expect(!new.isDamaged)
    #expect(try await !store.page(ids[0]).isDamaged)
    #expect(try await store.bytes(of: new.id) == CrashPage.bytes(0))
    #expect(try await store.bytes(of: ids[0]) == CrashPage.bytes(0))
    #expect(try await store.verify().isSound)
  }

  @Test func entriesAndOrdersAreMadeAnew() async throws {
    let (document, ids) = try await fill(250)
    let store = try await folder.open()
    try store.catalog.write { db in
      try db.execute(sql: "UPDATE page SET aspectRatio = 9 WHERE id % 50 = 0")
      try db.execute(sql: "UPDATE blob SET header = X'00' WHERE id % 70 = 0")
      try db.execute(sql: "UPDATE node SET checksum = 0 WHERE isLeaf = 0")
    }
    #expect(try await !store.verify().isSound)
    let report = try await store.repair()
    #expect(report.reorderedDocuments == [document] && !report.repairedPages.isEmpty)
    #expect(try await store.verify().isSound)
    #expect(try await store.ids(of: document) == ids)
    #expect(try await store.aspectRatio(of: ids[49]) == Double(256 + 49) / 256)
  }

  @Test func aLostCatalogIsMadeFromTheRecords() async throws {
    let (document, ids) = try await fill(20)
    do {
      let store = try await folder.open()
      try await store.replace(ids[3], with: .bytes(CrashPage.bytes(199)))
      try await store.delete(ids[5])
      try await store.purge(deletedBefore: .distantFuture)
      await store.close()
    }
    try Data(repeating: 3, count: 5_000).write(
      to: URL(fileURLWithPath: folder.store + "/catalogue.sqlite"))
    let report = try await PageStore.repair(at: folder.store)
    #expect(report.catalogWasRebuilt)
    let store = try await folder.open()
    #expect(try await store.documents().map(\.title) == ["Box of scans"])
    var expected = ids
    expected.remove(at: 5)
    #expect(try await store.ids(of: document) == expected)
    #expect(try await store.bytes(of: ids[3]) == CrashPage.bytes(199))
    #expect(try await store.verify().isSound)
    let new = try await store.append(.bytes(CrashPage.bytes(1)), to: document)
    #expect(!ids.contains(new.id))
  }

  @Test(arguments: [true, false])
  func aStoreWithoutItsCatalogIsNotTakenForANewOne(isEmptied: Bool) async throws {
    let (document, ids) = try await fill(3)
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: folder.store + "/catalogue.sqlite" + suffix)
    }
    if isEmptied {
      try Data().write(to: URL(fileURLWithPath: folder.store + "/catalogue.sqlite"))
    }
    for _ in 0..<2 {
      await #expect(throws: PageStoreError.corrupted(.catalog(message: "it is missing"))) {
        try await folder.open()
      }
    }
    #expect(try await PageStore.repair(at: folder.store).catalogWasRebuilt)
    let store = try await folder.open()
    #expect(try await store.ids(of: document) == ids)
    #expect(try await store.bytes(of: ids[2]) == CrashPage.bytes(2))
  }

  @Test func originalsWithoutAPageAreAdopted() async throws {
    let (document, ids) = try await fill(3)
    let store = try await folder.open()
    let digest = try await store.page(ids[2]).digest
    try store.catalog.write { db in
      try db.execute(sql: "PRAGMA defer_foreign_keys = ON")
      try db.execute(sql: "DELETE FROM page WHERE id = 3")
      try db.execute(sql: "DELETE FROM blob WHERE id = 3")
    }
    let report = try await store.repair()
    // The order refers to the page, and the records to its bytes.
    #expect(report.recoveredPages == [ids[2]])
    #expect(try await store.page(ids[2]).digest == digest)
    #expect(try await store.ids(of: document) == ids)
    #expect(try await store.verify().isSound)

    let file = URL(fileURLWithPath: folder.path + "/new")
    try Data(CrashPage.bytes(9)).write(to: file)
    let new = try ContentDigest(ofFileAt: file.path)
    try FileManager.default.moveItem(atPath: file.path, toPath: folder.original(new))
    let adopted = try await store.repair().recoveredPages
    #expect(adopted.count == 1)
    #expect(try await store.page(adopted[0]).digest == new)
    #expect(try await store.documents().map(\.title) == ["Box of scans", "Recovered pages"])
    #expect(try await store.verify().isSound)
  }
}
