// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import GalleryTestSupport
import PageStorage
import Testing

/// The folder of a store that is moved, removed or replaced while the store is open.
@Suite(.folderOnly) struct MovedStoreTests {
  enum Event: CaseIterable {
    case removed, moved, replaced, catalogReplaced
  }

  let folder: TestFolder
  let store: PageStore
  let document: DocumentID

  init() async throws {
    folder = try TestFolder()
    store = try await folder.open()
    document = try await store.createDocument(title: "Lease").id
    _ = try await store.append(.bytes(TestPage.png(1)), to: document)
  }

  private func cause(_ event: Event) throws {
    let files = FileManager.default
    let (place, other) = (folder.store, folder.path + "/other")
    switch event {
    case .removed: try files.removeItem(atPath: place)
    case .moved: try files.moveItem(atPath: place, toPath: other)
    case .replaced:
      try files.copyItem(atPath: place, toPath: folder.path + "/copy")
      try files.moveItem(atPath: place, toPath: other)
      try files.moveItem(atPath: folder.path + "/copy", toPath: place)
    case .catalogReplaced:
      let catalog = place + "/catalogue.sqlite"
      try files.copyItem(atPath: catalog, toPath: other)
      #expect(rename(other, catalog) == 0)
    }
  }

  @Test(arguments: Event.allCases) func changesAreRefused(event: Event) async throws {
    let staged = try await store.stage(.bytes(TestPage.png(2)))
    try await store.checkIsWritable()
    try await store.checkOriginals()
    try cause(event)

    let moved = PageStoreError.moved(path: folder.store)
    await #expect(throws: moved) { try await store.checkIsWritable() }
    await #expect(throws: moved) { try await store.checkOriginals() }
    await #expect(throws: moved) { try await store.createDocument(title: "Receipt") }
    await #expect(throws: moved) { try await store.delete(PageID(1)) }
    await #expect(throws: moved) { try await store.purge(deletedBefore: .distantFuture) }
    await #expect(throws: moved) { try await store.append(.bytes(TestPage.png(3)), to: document) }
    await #expect(throws: moved) { try await store.perform(.insert([staged], at: 1, of: document)) }
    await store.close()
  }

  /// Only the originals are elsewhere: bytes would be acknowledged that a later opening does not find.
  @Test(arguments: [true, false]) func pagesNeedTheirFolder(isReplaced: Bool) async throws {
    let staged = try await store.stage(.bytes(TestPage.png(2)))
    let (blobs, other) = (folder.store + "/blobs", folder.path + "/other")
    try FileManager.default.moveItem(atPath: blobs, toPath: other)
    if isReplaced { try FileManager.default.copyItem(atPath: other, toPath: blobs) }
    let moved = PageStoreError.moved(path: folder.store)
    await #expect(throws: moved) { try await store.checkIsWritable() }
    await #expect(throws: moved) { try await store.checkOriginals() }
    await #expect(throws: moved) { try await store.append(.bytes(TestPage.png(3)), to: document) }
    await #expect(throws: moved) { try await store.append(.bytes(TestPage.png(1)), to: document) }
    await #expect(throws: moved) { try await store.perform(.insert([staged], at: 1, of: document)) }
    if isReplaced { try FileManager.default.removeItem(atPath: blobs) }
    try FileManager.default.moveItem(atPath: other, toPath: blobs)
    _ = try await store.append(.bytes(TestPage.png(3)), to: document)
    await store.close()
    let again = try await folder.open()
    #expect(try await again.verify().isSound)
    #expect(try await again.document(document).pageCount == 2)
    await again.close()
  }

  /// Opens the store, and returns the damage of its catalog.
  private func damage(
    for access: PageStoreConfiguration.Access = .readOnly
  ) async throws -> String {
    var configuration = PageStoreConfiguration()
    configuration.access = access
    let reading = configuration
    let error = await #expect(throws: PageStoreError.self) {
      try await PageStore.open(at: folder.store, configuration: reading)
    }
    guard case .corrupted(.catalog(let message)) = error else {
      return "\(String(describing: error))"
    }
    return message
  }

  /// A copy without empty folders is no foreign catalog.
  @Test func missingFoldersAreMadeByARepair() async throws {
    await store.close()
    try FileManager.default.removeItem(atPath: folder.store + "/incoming")
    #expect(try await damage().contains("store repair"))
    _ = try await PageStore.repair(at: folder.store)
    let again = try await folder.open()
    #expect(try await again.bytes(of: PageID(1)) == TestPage.png(1))
    await again.close()
  }

  /// A repair without originals would find all of them lost, and an empty folder would take further pages.
  @Test(arguments: [false, true]) func missingOriginalsAreNotReplaced(isMount: Bool) async throws {
    await store.close()
    let (blobs, other) = (folder.store + "/blobs", folder.path + "/other")
    try FileManager.default.moveItem(atPath: blobs, toPath: other)
    // Where they would be mounted is an empty folder.
    if isMount {
      try FileManager.default.createDirectory(atPath: blobs, withIntermediateDirectories: false)
    }
    for access in [PageStoreConfiguration.Access.readOnly, .readWrite] {
      #expect(try await damage(for: access).contains("move it back"))
    }
    await #expect(throws: PageStoreError.self) { try await PageStore.repair(at: folder.store) }
    #expect(FileManager.default.fileExists(atPath: blobs) == isMount)
    if isMount {
      #expect(try FileManager.default.contentsOfDirectory(atPath: blobs).isEmpty)
      try FileManager.default.removeItem(atPath: blobs)
    }
    try FileManager.default.moveItem(atPath: other, toPath: blobs)
    let again = try await folder.open()
    #expect(try await again.pages(of: document).map { $0.damage } == [nil])
    await again.close()
  }

  /// A copy without empty folders of a store that never had a page has no folder of originals.
  @Test func aStoreWithoutPagesIsHealedWithAFolder() async throws {
    await store.close()
    let place = folder.path + "/empty"
    let empty = try await PageStore.open(at: place)
    _ = try await empty.createDocument(title: "Lease")
    await empty.close()
    try FileManager.default.removeItem(atPath: place + "/blobs")
    await #expect(throws: PageStoreError.self) { try await PageStore.open(at: place) }
    try FileManager.default.createDirectory(
      atPath: place + "/blobs/00", withIntermediateDirectories: true)
    let again = try await PageStore.open(at: place)
    let document = try #require(try await again.documents().first)
    _ = try await again.append(.bytes(TestPage.png(1)), to: document.id)
    #expect(try await again.verify().isSound)
    await again.close()
  }

  /// What was acknowledged before is where the folder is now, and nothing else.
  @Test(arguments: [Event.moved, .replaced])
  func nothingAcknowledgedIsLost(event: Event) async throws {
    try cause(event)
    _ = try? await store.append(.bytes(TestPage.png(2)), to: document)
    await store.close()
    let found = try await PageStore.open(at: folder.path + "/other")
    #expect(try await found.pages(of: document).map(\.id) == [PageID(1)])
    #expect(try await found.bytes(of: PageID(1)) == TestPage.png(1))
    #expect(try await found.verify().isSound)
    await found.close()
  }

  @Test func aFolderThatComesBackIsChangedAgain() async throws {
    let other = folder.path + "/other"
    try cause(.moved)
    await #expect(throws: PageStoreError.self) { try await store.delete(PageID(1)) }
    try FileManager.default.moveItem(atPath: other, toPath: folder.store)
    try await store.delete(PageID(1))
    #expect(try await store.trash(of: document).map(\.id) == [PageID(1)])
    await store.close()
  }
}
