// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import GalleryTestSupport
import PageStorage
import Testing

/// A catalog that is older than the acknowledged changes.
@Suite struct LostChangeTests {
  let folder: TestFolder
  let document: DocumentID
  let ids: [PageID]

  init() async throws {
    folder = try TestFolder()
    let store = try await folder.open()
    document = try await store.createDocument(title: "Lease").id
    let outcomes = await store.ingest((0..<3).map { TestPage.input($0) }, into: document)
    ids = try outcomes.map { try $0.get().id }
    await store.close()
  }

  /// Changes the store and restores the previous catalog.
  private func loseChanges(
    _ body: (PageStore) async throws -> Void
  ) async throws {
    let catalog = folder.store + "/catalogue.sqlite"
    let old = try Data(contentsOf: URL(fileURLWithPath: catalog))
    let store = try await folder.open()
    try await body(store)
    await store.close()
    // Into the same file, so that it does not count as a copy.
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: catalog))
    try file.truncate(atOffset: 0)
    try file.write(contentsOf: old)
    try file.close()
  }

  private func expectRefusal() async throws {
    for _ in 0..<2 {
      await #expect(throws: PageStoreError.corrupted(.lostChanges)) { try await folder.open() }
    }
    let reader = try await folder.open { $0.access = .readOnly }
    #expect(reader.hasLostChanges)
    #expect(try await reader.verify().problems.contains(.lostChanges))
    await #expect(throws: PageStoreError.corrupted(.lostChanges)) {
      try await reader.backup(to: folder.path + "/backup")
    }
    await reader.close()
  }

  @Test func aLostRotationIsNoticed() async throws {
    try await loseChanges { try await $0.rotate(ids[0], by: .half) }
    try await expectRefusal()
    let report = try await PageStore.repair(at: folder.store)
    #expect(report.lostChangeCount == 1)
    let store = try await folder.open()
    #expect(try await store.ids(of: document) == ids)
    #expect(try await store.verify().isSound)
  }

  @Test func lostPagesAreRecovered() async throws {
    var new: [PageID] = []
    var other: DocumentID?
    try await loseChanges { store in
      new.append(try await store.append(TestPage.input(7), to: document).id)
      let made = try await store.createDocument(title: "Letter").id
      new.append(try await store.append(TestPage.input(8), to: made).id)
      try await store.replace(ids[1], with: TestPage.input(9))
      other = made
    }
    try await expectRefusal()
    #expect(folder.files(below: "blobs").count == 5, "no original has gone")
    let report = try await PageStore.repair(at: folder.store)
    #expect(Set(report.recoveredPages) == Set(new) && report.repairedPages == [ids[1]])
    let store = try await folder.open()
    #expect(try await store.ids(of: document) == ids + [new[0]])
    #expect(try await store.document(try #require(other)).title == "Letter")
    #expect(try await store.bytes(of: new[1]) == TestPage.png(8))
    #expect(try await store.bytes(of: ids[1]) == TestPage.png(9))
    #expect(try await store.verify().isSound)
  }

  /// Without a readable mark, a record that the catalog lacks may be that of an acknowledged change.
  @Test(arguments: [false, true]) func aDamagedMarkIsNoEvidence(isRemoved: Bool) async throws {
    var new: PageID?
    try await loseChanges { store in
      new = try await store.append(TestPage.input(7), to: document).id
    }
    let mark = folder.store + "/records/0.mark"
    if isRemoved {
      try FileManager.default.removeItem(atPath: mark)
    } else {
      try Data(repeating: 3, count: 32).write(to: URL(fileURLWithPath: mark))
    }
    let reader = try await folder.open { $0.access = .readOnly }
    #expect(try await reader.verify().problems.contains(.records(path: mark)))
    await #expect(throws: PageStoreError.corrupted(.records(path: mark))) {
      try await reader.backup(to: folder.path + "/backup")
    }
    await reader.close()
    for _ in 0..<2 {
      await #expect(throws: PageStoreError.corrupted(.records(path: mark))) {
        try await folder.open()
      }
    }
    #expect(folder.files(below: "blobs").count == 4, "no original was set aside")
    let report = try await PageStore.repair(at: folder.store)
    #expect(report.recoveredPages == [new])
    let store = try await folder.open()
    #expect(try await store.ids(of: document) == ids + [new])
    #expect(try await store.verify().isSound)
    await store.close()
  }

  /// Records of several changes are evidence, also next to an empty mark, which is readable.
  @Test func anEmptyMarkHidesNoChanges() async throws {
    var new: [PageID] = []
    try await loseChanges { store in
      for number in 7..<9 {
        new.append(try await store.append(TestPage.input(number), to: document).id)
      }
    }
    try Data().write(to: URL(fileURLWithPath: folder.store + "/records/0.mark"))
    try await expectRefusal()
    let report = try await PageStore.repair(at: folder.store)
    #expect(Set(report.recoveredPages) == Set(new))
  }

  /// An unacknowledged page of a killed process is set aside, and reported.
  @Test func whatNobodyWasToldOfGoesAside() async throws {
    let bytes = TestPage.png(30)
    let file = folder.path + "/new"
    try Data(bytes).write(to: URL(fileURLWithPath: file))
    let digest = try ContentDigest(ofFileAt: file)
    // The state after a kill between creating the file name and the commit.
    try FileManager.default.moveItem(atPath: file, toPath: folder.original(digest))
    let record = StoreRecordText.change(9) + StoreRecordText.page(99, document, digest)
    let records = try FileHandle(
      forWritingTo: URL(fileURLWithPath: folder.store + "/records/0"))
    try records.seekToEnd()
    try records.write(contentsOf: Data(record.utf8))
    try records.close()

    let store = try await folder.open()

    #expect(store.putAside.count == 2)
    let aside = try #require(store.putAside.first { $0.hasSuffix(digest.description) })
    #expect(FileManager.default.contents(atPath: aside) == Data(bytes))
    #expect(try await store.verify().isSound)
    await store.close()
    let reopened = try await folder.open()
    #expect(reopened.putAside.isEmpty)
  }
}

/// Records as text, written from their definition and not by the code of the store.
private enum StoreRecordText {
  static func change(_ number: Int) -> String { line("change \(number)") }

  static func page(_ id: Int, _ document: DocumentID, _ digest: ContentDigest) -> String {
    line("page \(id) \(document.rawValue) \(digest)")
  }

  private static func line(_ text: String) -> String {
    String(decoding: CraftedChecksum.line(text), as: UTF8.self)
  }
}
