// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import GalleryTestSupport
import Glibc
import PageStorage
import Testing

/// Links, pipes and hard links in the folder of a store: nothing behind them is modified.
@Suite struct IrregularFileTests {
  let folder: TestFolder
  let outside: String

  init() async throws {
    folder = try TestFolder()
    outside = folder.path + "/outside"
    let store = try await folder.open()
    let document = try await store.createDocument(title: "Lease").id
    try await store.append(TestPage.input(1), to: document)
    await store.close()
    try FileManager.default.createDirectory(
      atPath: outside, withIntermediateDirectories: true)
    for name in ["1", "2", "thesis"] {
      try Data(name.utf8).write(to: URL(fileURLWithPath: "\(outside)/\(name)"))
    }
  }

  private func outsideContents() throws -> [String: Data] {
    let names = try FileManager.default.contentsOfDirectory(atPath: outside)
    return Dictionary(
      uniqueKeysWithValues: names.map {
        ($0, FileManager.default.contents(atPath: "\(outside)/\($0)") ?? Data())
      })
  }

  /// Replaces a part of the store by a link to the outside.
  private func replace(_ part: String, withLinkTo target: String) throws {
    let path = "\(folder.store)/\(part)"
    if (try? FileManager.default.attributesOfItem(atPath: path)) != nil {
      try FileManager.default.moveItem(atPath: path, toPath: folder.path + "/moved")
    }
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
  }

  @Test(arguments: [
    "blobs", "incoming", "records", "thumbnails", "catalogue.sqlite", "catalogue.sqlite-wal",
    "catalogue.sqlite-shm", "reserve", "aside",
  ])
  func aLinkIsRefusedByItsPath(part: String) async throws {
    try replace(part, withLinkTo: outside)
    let before = try outsideContents()
    for access in [PageStoreConfiguration.Access.readWrite, .readOnly] {
      await #expect(
        throws: PageStoreError.irregularFile(path: "\(folder.store)/\(part)", kind: .symbolicLink)
      ) { try await folder.open { $0.access = access } }
    }
    #expect(try outsideContents() == before)
  }

  @Test(arguments: ["incoming/7", "incoming/0"]) func aSlotThatIsALinkIsLeftAlone(
    part: String
  ) async throws {
    try replace(part, withLinkTo: outside)
    let before = try outsideContents()
    let store = try await folder.open()
    let document = try await store.documents()[0].id
    try await store.append(TestPage.input(2), to: document)
    #expect(try await store.verify().problems == [.orphan(path: "\(folder.store)/\(part)")])
    await store.close()
    #expect(try outsideContents() == before)
  }

  @Test func aFolderOfOriginalsThatIsALinkIsNotWrittenThrough() async throws {
    let digest = try ContentDigest(ofFileAt: try #require(folder.files(below: "blobs").first))
    let prefix = "blobs/\(digest.description.prefix(2))"
    try replace(prefix, withLinkTo: outside)
    let before = try outsideContents()
    let store = try await folder.open()
    let page = try await store.pageIDs(of: store.documents()[0].id)[0]
    await #expect(
      throws: PageStoreError.irregularFile(path: "\(folder.store)/\(prefix)", kind: .symbolicLink)
    ) { try await store.bytes(of: page) }
    try await store.delete(page)
    _ = try? await store.purge(deletedBefore: .distantFuture)
    #expect(try outsideContents() == before)
  }

  @Test(arguments: ["reserve", "catalogue.sqlite", "records/0", "records/0.mark"])
  func aFileWithASecondNameIsNotWrittenTo(part: String) async throws {
    let path = "\(folder.store)/\(part)"
    try? FileManager.default.removeItem(atPath: path)
    #expect(link("\(outside)/thesis", path) == 0)
    let before = try outsideContents()
    let error = await #expect(throws: PageStoreError.self) {
      let store = try await folder.open()
      _ = try await store.stage(TestPage.input(3))
    }
    #expect(["irregularFile", "corrupted"].contains(error?.code))
    #expect(try outsideContents() == before)
  }

  @Test func aPipeHoldsNobodyUp() async throws {
    for part in ["reserve", "catalogue.sqlite-journal"] {
      let path = "\(folder.store)/\(part)"
      try? FileManager.default.removeItem(atPath: path)
      #expect(mkfifo(path, 0o600) == 0)
      await #expect(throws: PageStoreError.irregularFile(path: path, kind: .pipe)) {
        try await folder.open()
      }
      try FileManager.default.removeItem(atPath: path)
    }
  }

  @Test func aFolderOfSomethingElseStaysAsItIs() async throws {
    await #expect(throws: PageStoreError.notAStore(path: outside)) {
      try await PageStore.open(at: outside)
    }
    #expect(try outsideContents().count == 3)
  }
}
