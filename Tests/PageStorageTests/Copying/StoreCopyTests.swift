// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryPages
import GalleryTestSupport
import Testing

@testable import PageStorage

/// Copies of stores: one in a folder and one on the engine of the tests, in both directions.
@Suite struct StoreCopyTests {
  private let folder: TestFolder
  private let other: TestFolder

  init() throws {
    folder = try TestFolder()
    other = try TestFolder()
  }

  /// Opens a store in a folder, and one on the engine.
  private func open(
    isServedFirst: Bool, createsCopy: Bool = false
  ) async throws -> (source: PageStore, target: PageStore) {
    var configuration = PageStoreConfiguration(reserveByteCount: 0)
    configuration.opensUnfinishedCopy = createsCopy && isServedFirst
    let local = try await PageStore.open(at: other.store, configuration: configuration)
    let tested = try await folder.open { $0.opensUnfinishedCopy = createsCopy && !isServedFirst }
    return isServedFirst ? (tested, local) : (local, tested)
  }

  @Test(arguments: [false, true]) func aCopyHasEverything(isServedFirst: Bool) async throws {
    let (source, target) = try await open(isServedFirst: isServedFirst)
    let lease = try await source.createDocument(title: "Lease", metadata: ["room": "4"])
    _ = await source.ingest((0..<300).map { TestPage.input($0) }, into: lease.id)
    let pages = try await source.pageIDs(of: lease.id)
    try await source.delete(pages[3], pages[4], pages[9])
    try await source.rotate(pages[0], by: .clockwise)
    try await source.setMetadata(PageMetadata(fileName: "a.png"), of: pages[1])
    let trashed = try await source.createDocument(title: "Old")
    try await source.deleteDocument(trashed.id)
    var copy = StoreCopy(of: source, to: target)
    let report = try await copy.run()
    #expect(report.documentCount == 2 && report.pageCount == 300 && report.problems.isEmpty)
    #expect(report.originalCount == Set((0..<300).map { TestPage.png($0) }).count)
    #expect(try await CopySummary.difference(of: target, from: source) == nil)
    #expect(try await target.isSound())
    #expect(try await copy.catchUp() == nil)
    #expect(try await copy.run().documentCount == 0)
  }

  /// In the copy it leaves one document before it enters the other one.
  @Test(arguments: [false, true]) func aPageThatLostItsNameMovesOn(isServedFirst: Bool) async throws
  {
    let (source, target) = try await open(isServedFirst: isServedFirst)
    let document = try await source.createDocument(title: "Lease").id
    for number in 0..<3 { try await source.append(TestPage.input(number), to: document) }
    let pages = try await source.pageIDs(of: document)
    for page in pages { try await source.setMetadata(PageMetadata(fileName: "a.png"), of: page) }
    var copy = StoreCopy(of: source, to: target)
    _ = try await copy.run()
    try await source.setMetadata(PageMetadata(), of: pages[1])
    _ = try await source.split(document, at: 1, title: "z")
    _ = try await copy.run()
    #expect(try await CopySummary.difference(of: target, from: source) == nil)
    #expect(try await target.isSound())
    #expect(try await target.metadata(of: pages[2]).fileName == "a.png")
  }

  @Test(arguments: [false, true]) func aCopyNeverUsesAnIDAgain(isServedFirst: Bool) async throws {
    let (source, target) = try await open(isServedFirst: isServedFirst)
    for _ in 0..<3 {
      let document = try await source.createDocument(title: "Gone")
      try await source.append(TestPage.input(1), to: document.id)
      try await source.deleteDocument(document.id)
    }
    _ = try await source.purge(deletedBefore: .distantFuture)
    var copy = StoreCopy(of: source, to: target)
    _ = try await copy.run()
    let document = try await target.createDocument(title: "New")
    #expect(document.id == DocumentID(4))
    #expect(try await target.append(TestPage.input(1), to: document.id).id.rawValue > 3)
    #expect(try await target.isSound())
  }

  @Test(arguments: [false, true]) func aKeyedEditIsNotMadeAgain(isServedFirst: Bool) async throws {
    let (source, target) = try await open(isServedFirst: isServedFirst)
    let document = try await source.createDocument(title: "Lease")
    let page = try await source.append(TestPage.input(1), to: document.id).id
    func rotate(_ store: PageStore) async throws -> Bool {
      let request = KeyedRequest(
        key: EditKey("a"), digest: try #require(ContentDigest([UInt8](repeating: 1, count: 32))),
        time: Date())
      return try await store.perform(.rotate(page, by: .clockwise), once: request) { _, _ in
        Array("done".utf8)
      }.isRepeated
    }
    #expect(try await !rotate(source))
    var copy = StoreCopy(of: source, to: target)
    _ = try await copy.run()
    #expect(try await rotate(target))
    #expect(try await target.page(page).rotation == .clockwise)
  }

  /// A copy that is killed before its first document leaves nothing that looks like an empty store.
  @Test(arguments: [false, true])
  func aNewCopyIsUnfinishedFromTheBeginning(isServedFirst: Bool) async throws {
    let (source, created) = try await open(isServedFirst: isServedFirst, createsCopy: true)
    await created.close()
    await #expect(throws: PageStoreError.unfinishedCopy) {
      try await PageStore.open(at: created.path)
    }
    var configuration = PageStoreConfiguration()
    configuration.opensUnfinishedCopy = true
    let opened = try await PageStore.open(at: created.path, configuration: configuration)
    var copy = StoreCopy(of: source, to: opened)
    #expect(try await copy.run().documentCount == 0)
    await opened.close()
    try await PageStore.open(at: created.path).close()
  }

  /// A new store that is refused as a copy, because it has the originals of the store, is an empty store.
  @Test(arguments: [false, true])
  func aRefusedCopyIsAnEmptyStore(isServedFirst: Bool) async throws {
    let (_, created) = try await open(isServedFirst: isServedFirst, createsCopy: true)
    var copy = StoreCopy(of: created, to: created)
    let reason = "its originals are in the same place as those of the store; choose another place"
    await #expect(throws: PageStoreError.unfitLocation(reason: reason)) { try await copy.run() }
    await created.close()
    let store = try await PageStore.open(at: created.path)
    #expect(try await store.documents().isEmpty)
    await store.close()
  }

  /// What is there would be taken for the whole store.
  @Test(arguments: [false, true])
  func anUnfinishedCopyIsOpenedOnlyToCompleteIt(isServedFirst: Bool) async throws {
    let (source, target) = try await open(isServedFirst: isServedFirst)
    for number in 0..<3 {
      let document = try await source.createDocument(title: "\(number)").id
      try await source.append(TestPage.input(number), to: document)
    }
    let error = await Task { () -> PageStoreError? in
      var copy = StoreCopy(of: source, to: target)
      do throws(PageStoreError) {
        _ = try await copy.run { _, _ in withUnsafeCurrentTask { $0?.cancel() } }
        return nil
      } catch {
        return error
      }
    }.value
    #expect(error == .cancelled)
    #expect(try await target.documents().count == 1)
    await target.close()

    for access in [PageStoreConfiguration.Access.readOnly, .readWrite] {
      await #expect(throws: PageStoreError.unfinishedCopy) {
        try await PageStore.open(
          at: target.path, configuration: PageStoreConfiguration(access: access))
      }
    }
    await #expect(throws: PageStoreError.unfinishedCopy) {
      try await PageStore.repair(at: target.path)
    }
    var configuration = PageStoreConfiguration()
    configuration.opensUnfinishedCopy = true
    let opened = try await PageStore.open(at: target.path, configuration: configuration)
    var copy = StoreCopy(of: source, to: opened)
    #expect(try await copy.run().documentCount == 2)
    await opened.close()
    let whole = try await PageStore.open(at: target.path)
    #expect(try await CopySummary.difference(of: whole, from: source) == nil)
    await whole.close()
  }

  /// A store that was restored from a backup does not take from a copy what is newer.
  @Test func aCopyOfALaterStoreIsKept() async throws {
    let (source, target) = try await open(isServedFirst: false)
    let document = try await source.createDocument(title: "Lease").id
    _ = try await source.append(TestPage.input(1), to: document)
    await source.close()
    let old = other.path + "/old"
    try FileManager.default.copyItem(atPath: other.store, toPath: old)
    let later = try await PageStore.open(at: other.store)
    var copy = StoreCopy(of: later, to: target)
    _ = try await copy.run()
    // A document that only the copy has, which has followed the store.
    let new = try await later.createDocument(title: "New").id
    _ = try await later.append(TestPage.input(2), to: new)
    #expect(try await copy.catchUp()?.documentCount == 1)
    let restored = try await PageStore.open(at: old)
    var again = StoreCopy(of: restored, to: target)
    let error = await #expect(throws: PageStoreError.self) { try await again.run() }
    guard case .unfitLocation(let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.contains("older than the copy"))
    await #expect(throws: PageStoreError.self) { try await again.catchUp() }
    #expect(try await target.document(new).pageCount == 1)
    // Another copy of the later store goes on.
    _ = try await later.append(TestPage.input(3), to: document)
    #expect(try await copy.run().documentCount == 1)
    #expect(try await copy.run().documentCount == 0)
    await later.close()
    await restored.close()
  }

  @Test func aStoreThatIsNoCopyIsRefused() async throws {
    let (source, target) = try await open(isServedFirst: false)
    let document = try await source.createDocument(title: "Lease")
    _ = try await target.createDocument(title: "Other")
    await #expect(throws: PageStoreError.self) {
      var copy = StoreCopy(of: source, to: target)
      _ = try await copy.run()
    }
    #expect(try await target.document(document.id).title == "Other")
  }

  /// What others may have done to a copy, some of it without another revision of a document.
  enum Change: CaseIterable {
    case create, rename, append, trash, purge
  }

  @Test(arguments: [false, true], Change.allCases) func aChangedCopyIsNotOverwritten(
    isServedFirst: Bool, change: Change
  ) async throws {
    let (source, target) = try await open(isServedFirst: isServedFirst)
    let (first, second) = (
      try await source.createDocument(title: "Lease").id,
      try await source.createDocument(title: "Rent").id
    )
    try await source.deleteDocument(second)
    var copy = StoreCopy(of: source, to: target)
    _ = try await copy.run()
    switch change {
    case .create: _ = try await target.createDocument(title: "New")
    case .rename: try await target.updateDocument(first, title: "Other")
    case .append: try await target.append(TestPage.input(1), to: first)
    case .trash: try await target.deleteDocument(first)
    case .purge: _ = try await target.purge(deletedBefore: .distantFuture)
    }
    let changed = try await CopySummary.lines(of: target)
    try await source.append(TestPage.input(2), to: first)
    var again = StoreCopy(of: source, to: target)
    await #expect(throws: PageStoreError.self) { _ = try await again.run() }
    await #expect(throws: PageStoreError.self) { _ = try await copy.catchUp() }
    #expect(try await CopySummary.lines(of: target) == changed)
  }

  @Test(arguments: [false, true]) func allDocumentsMayBePurged(isServedFirst: Bool) async throws {
    let (source, target) = try await open(isServedFirst: isServedFirst)
    let document = try await source.createDocument(title: "Lease").id
    try await source.append(TestPage.input(1), to: document)
    var copy = StoreCopy(of: source, to: target)
    _ = try await copy.run()
    try await source.deleteDocument(document)
    _ = try await source.purge(deletedBefore: .distantFuture)
    await target.close()
    await source.close()
    let (from, to) = try await open(isServedFirst: isServedFirst)
    var again = StoreCopy(of: from, to: to)
    _ = try await again.run()
    #expect(try await to.documents().isEmpty)
    #expect(try await to.trashedDocuments().isEmpty)
    #expect(try await to.isSound())
  }

  @Test(arguments: [false, true]) func copiesAtTheSameTimeAreOne(isServedFirst: Bool) async throws {
    let (source, target) = try await open(isServedFirst: isServedFirst)
    for number in 0..<5 {
      let document = try await source.createDocument(title: "\(number)")
      _ = await source.ingest((0..<20).map { TestPage.input($0 + number) }, into: document.id)
    }
    try await withThrowingTaskGroup { group in
      for _ in 0..<3 {
        group.addTask {
          var copy = StoreCopy(of: source, to: target)
          _ = try await copy.run()
        }
      }
      try await group.waitForAll()
    }
    #expect(try await CopySummary.difference(of: target, from: source) == nil)
    #expect(try await target.isSound())
  }

  @Test(arguments: [false, true]) func lostBytesAreReported(isServedFirst: Bool) async throws {
    let (source, target) = try await open(isServedFirst: isServedFirst)
    let document = try await source.createDocument(title: "Lease")
    let pages = await source.ingest((0..<3).map { TestPage.input($0) }, into: document.id)
    let lost = try pages[1].get()
    let place = isServedFirst ? folder.original(lost.digest) : localOriginal(lost.digest)
    try FileManager.default.removeItem(atPath: place)
    var copy = StoreCopy(of: source, to: target)
    let report = try await copy.run()
    #expect(
      report.problems == [
        .init(document: document.id, error: .corrupted(.original(lost.digest)))
      ])
    #expect(report.originalCount == 2)
    #expect(
      try await target.pages(of: document.id).map(\.digest) == pages.map { try $0.get().digest })
    // Once the bytes are there again, the next copy has them.
    try Data(TestPage.png(1)).write(to: URL(fileURLWithPath: place))
    #expect(try await copy.run().problems.isEmpty)
    #expect(try await CopySummary.difference(of: target, from: source) == nil)
    #expect(try await target.isSound())
  }

  @Test(arguments: [false, true]) func whatIsNoFileIsReported(isServedFirst: Bool) async throws {
    let (source, target) = try await open(isServedFirst: isServedFirst)
    let document = try await source.createDocument(title: "Lease")
    let page = try await source.append(TestPage.input(1), to: document.id)
    try await source.append(TestPage.input(2), to: document.id)
    let place = isServedFirst ? folder.original(page.digest) : localOriginal(page.digest)
    try FileManager.default.removeItem(atPath: place)
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
    var copy = StoreCopy(of: source, to: target)
    let report = try await copy.run()
    #expect(report.problems.map(\.error) == [.corrupted(.original(page.digest))])
    #expect(report.originalCount == 1 && report.pageCount == 2)
  }

  private func localOriginal(_ digest: ContentDigest) -> String {
    "\(other.store)/blobs/\(digest.description.prefix(2))/\(digest.description.dropFirst(2))"
  }

  @Test(.folderOnly) func aCopyInAFolderIsRebuiltFromItsRecords() async throws {
    let (source, target) = try await open(isServedFirst: true)
    let document = try await source.createDocument(title: "Lease", metadata: ["room": "4"])
    _ = await source.ingest((0..<5).map { TestPage.input($0) }, into: document.id)
    var copy = StoreCopy(of: source, to: target)
    _ = try await copy.run()
    let pages = try await source.pageIDs(of: document.id)
    try await source.delete(pages[0])
    try await source.append(TestPage.input(9), to: document.id)
    _ = try await copy.catchUp()
    await target.close()
    for suffix in ["", "-wal", "-shm"] {
      let file = "\(other.store)/\(StoreFileNames.catalog)\(suffix)"
      try? FileManager.default.removeItem(atPath: file)
    }
    let report = try await PageStore.repair(at: other.store)
    #expect(report.catalogWasRebuilt)
    let repaired = try await PageStore.open(at: other.store)
    #expect(try await repaired.document(document.id).metadata == ["room": "4"])
    #expect(Set(try await repaired.pageIDs(of: document.id)).count == 6, "\(report)")
  }
}
