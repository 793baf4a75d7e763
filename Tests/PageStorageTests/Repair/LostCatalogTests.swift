// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import GalleryTestSupport
import PageStorage
import Testing

/// A missing or emptied catalog beside existing originals.
@Suite struct LostCatalogTests {
  let folder: TestFolder
  let document: DocumentID
  let ids: [PageID]

  init() async throws {
    folder = try TestFolder()
    let store = try await folder.open()
    document = try await store.createDocument(title: "Box of scans").id
    let outcomes = await store.ingest(
      (0..<4).map { .bytes(CrashPage.bytes($0)) }, into: document)
    ids = try outcomes.map { try $0.get().id }
    await store.close()
  }

  private var catalog: String { folder.store + "/catalogue.sqlite" }

  enum Loss: CaseIterable {
    case removed
    case emptied
    case zeroed
    case ofAnotherProgram
  }

  private func lose(_ loss: Loss) throws {
    let file = URL(fileURLWithPath: catalog)
    switch loss {
    case .removed: try FileManager.default.removeItem(at: file)
    case .emptied: try Data().write(to: file)
    case .zeroed: try Data(count: 40_960).write(to: file)
    case .ofAnotherProgram:
      var bytes = try Data(contentsOf: file)
      // The first byte of `application_id`.
      bytes[68] ^= 1
      try bytes.write(to: file)
    }
  }

  @Test(arguments: Loss.allCases) func theOriginalsStayAndAreFoundAgain(loss: Loss) async throws {
    try lose(loss)
    for _ in 0..<2 {
      let error = await #expect(throws: PageStoreError.self) { try await folder.open() }
      #expect(["corrupted", "notAStore"].contains(error?.code))
      #expect(folder.files(below: "blobs").count == 4, "opening removes no original")
    }
    #expect(try await PageStore.repair(at: folder.store).catalogWasRebuilt)
    try await expectEverything()
  }

  /// Removes the original with these bytes.
  private func removeOriginal(_ bytes: [UInt8]) throws {
    let file = folder.files(below: "blobs").first {
      FileManager.default.contents(atPath: $0).map { Array($0) } == bytes
    }
    try FileManager.default.removeItem(atPath: try #require(file))
  }

  @Test func aPageWithoutBytesIsReportedAsLost() async throws {
    let store = try await folder.open()
    try await store.delete(ids[3])
    _ = try await store.purge(deletedBefore: .distantFuture)
    await store.close()
    try removeOriginal(CrashPage.bytes(1))
    try lose(.removed)
    let report = try await PageStore.repair(at: folder.store)
    #expect(report.lostPages == [ids[1]], "a purged page is not lost")
    #expect(report.recoveredPages == [ids[0], ids[2]] && report.revertedPages == [])
    let again = try await PageStore.repair(at: folder.store)
    #expect(again.isEmpty)
  }

  @Test func aPageThatShowsAnEarlierImageIsReported() async throws {
    let store = try await folder.open()
    try await store.replace(ids[0], with: .bytes(CrashPage.bytes(100)))
    // The first bytes of the page stay, as those of another one.
    try await store.append(.bytes(CrashPage.bytes(0)), to: document)
    await store.close()
    try removeOriginal(CrashPage.bytes(100))
    try lose(.removed)
    let report = try await PageStore.repair(at: folder.store)
    #expect(report.revertedPages == [ids[0]] && report.lostPages == [])
    let repaired = try await folder.open()
    #expect(try await repaired.bytes(of: ids[0]) == CrashPage.bytes(0))
    await repaired.close()
  }

  /// A combining mark belongs to the character before it, which in a record is a space.
  @Test(arguments: ["\u{301}x", " \u{301} x ", "\u{301}", "", "  a  ", "\u{200d}\u{fe0f} b"])
  func everyTitleIsRecovered(title: String) async throws {
    let store = try await folder.open()
    let other = try await store.createDocument(title: title).id
    #expect(try await store.verify().problems == [])
    await store.close()
    try lose(.removed)
    try await PageStore.repair(at: folder.store)
    let repaired = try await folder.open()
    #expect(Array(try await repaired.document(other).title.utf8) == Array(title.utf8))
    #expect(try await repaired.verify().problems == [])
  }

  @Test func recordsOfSeveralProcessesAreOneHistory() async throws {
    // Each handle has its own slot; the last records are not those of the last slot.
    let (first, second) = (try await folder.open(), try await folder.open())
    try await first.replace(ids[0], with: .bytes(CrashPage.bytes(100)))
    try await second.replace(ids[0], with: .bytes(CrashPage.bytes(101)))
    let new = try await second.append(.bytes(CrashPage.bytes(102)), to: document).id
    try await first.replace(new, with: .bytes(CrashPage.bytes(103)))
    try await first.replace(ids[0], with: .bytes(CrashPage.bytes(104)))
    await first.close()
    await second.close()
    try lose(.removed)
    try await PageStore.repair(at: folder.store)
    let store = try await folder.open()
    #expect(try await store.ids(of: document) == ids + [new])
    #expect(try await store.bytes(of: ids[0]) == CrashPage.bytes(104))
    #expect(try await store.bytes(of: new) == CrashPage.bytes(103))
    #expect(try await store.verify().isSound)
  }

  @Test func aDatabaseBesideNoRecordsIsLeftAlone() async throws {
    try lose(.ofAnotherProgram)
    for file in folder.files(below: "records") { try FileManager.default.removeItem(atPath: file) }
    await #expect(throws: PageStoreError.notAStore(path: catalog)) {
      try await PageStore.repair(at: folder.store)
    }
  }

  private func expectEverything() async throws {
    let store = try await folder.open()
    #expect(try await store.documents().map(\.title) == ["Box of scans"])
    #expect(try await store.ids(of: document) == ids)
    for (number, id) in ids.enumerated() {
      #expect(try await store.bytes(of: id) == CrashPage.bytes(number))
    }
    #expect(try await store.verify().isSound)
    await store.close()
  }

  @Test(arguments: 0..<4) func aRepairThatIsKilledCanBeMadeAgain(part: Int) async throws {
    try Data(repeating: 3, count: 5_000).write(to: URL(fileURLWithPath: catalog))
    let copy = try folder.copy()
    let child = try ChildProcess(["repair"], in: copy, environment: Injection.counting(in: copy))
    await child.waitUntilExit()
    let calls = try Injection.calls(in: copy)
    #expect(Set(calls.map(\.name)).isSuperset(of: ["rename", "mkdir", "pwrite", "fsync"]))
    // Originals are only read, and thumbnails and shared memory are dispensable.
    for call in calls
    where !call.path.hasPrefix("/blobs") && !call.path.hasPrefix("/thumbnails")
      && !call.path.hasSuffix("-shm") && call.number % 4 == part
    {
      try await repairAfterKill(Injection(kind: .kill, number: call.number))
    }
  }

  private func repairAfterKill(_ injection: Injection) async throws {
    let copy = try folder.copy()
    let child = try ChildProcess(
      ["repair"], in: copy, environment: injection.environment(in: copy))
    await child.waitUntilExit()
    if let store = try? await copy.open() {
      // Either it is repaired, or it does not open as an empty one.
      #expect(try await store.ids(of: document) == ids, "\(injection)")
      await store.close()
    }
    try await PageStore.repair(at: copy.store)
    let store = try await copy.open()
    #expect(try await store.ids(of: document) == ids, "\(injection)")
    #expect(try await store.verify().isSound, "\(injection)")
    await store.close()
  }
}
