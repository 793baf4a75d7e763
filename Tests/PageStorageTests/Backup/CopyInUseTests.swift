// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import GalleryModel
import GalleryTestSupport
import PageStorage
import Testing

/// Copies made by other tools while four processes change the store.
@Suite struct CopyInUseTests {
  private static let copyCount = TestEnvironment.number("PAGE_STORAGE_COPIES") ?? 15

  @Test(arguments: FileCopy.Order.allCases) func noCopyLosesAnything(
    order: FileCopy.Order
  ) async throws {
    var random = SeededGenerator(
      seed: UInt64(FileCopy.Order.allCases.firstIndex(of: order) ?? 0) &+ TestEnvironment.randomSeed
    )
    let folder = try TestFolder()
    let store = try await folder.open()
    for number in 0..<3 {
      let document = try await store.createDocument(title: "\(number)").id
      _ = await store.ingest((0..<8).map { .bytes(CrashPage.bytes($0)) }, into: document)
    }
    let writers = try (0..<4).map { _ in
      try ChildProcess(
        ["write", "\(UInt32.random(in: 0...9_999, using: &random))", "50000", "30000"], in: folder)
    }
    defer { for writer in writers { writer.kill() } }
    while try writers.contains(where: { try $0.text().isEmpty }) {
      try await Task.sleep(for: .milliseconds(5))
    }
    var verdicts: [Bool] = []
    // About two copies of five are sound: five copies would all be refused in one run of twelve.
    while Set(verdicts).count < 2, verdicts.count < Self.copyCount * 4 {
      verdicts += try await withThrowingTaskGroup(of: Bool.self) { group in
        for number in 0..<Self.copyCount / 3 {
          let copy = try TestFolder()
          let known = try await DocumentContents.all(of: store)
          try await FileCopy(source: folder.store, target: copy.store)
            .run(order, &random, while: writers)
          let label = "\(order) \(verdicts.count + number)"
          group.addTask { try await Self.judge(copy, of: store, known, label) }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
    }
    for writer in writers { #expect(writer.process.isRunning) }
    #expect(verdicts.contains(true) && verdicts.contains(false), "\(order): \(verdicts)")
    await store.close()
  }

  @Test func aCopyMadeBeforeTheRemovalOfPurgedBytesRemovesThem() async throws {
    let folder = try TestFolder()
    let store = try await folder.open()
    let document = try await store.createDocument(title: "").id
    let kept = try await store.append(.bytes(CrashPage.bytes(1)), to: document)
    let purged = try await store.append(.bytes(CrashPage.bytes(2)), to: document)
    try await store.delete(purged.id)
    // As a backup does, which needs the bytes.
    let blobs = try #require(FileHandle(forReadingAtPath: folder.store + "/blobs"))
    #expect(flock(blobs.fileDescriptor, LOCK_SH) == 0)
    try await store.purge(deletedBefore: .distantFuture)
    let copy = try TestFolder()
    try FileManager.default.copyItem(atPath: folder.store, toPath: copy.store)
    #expect(try await Self.purged(in: copy) == [purged.digest])
    #expect(try Self.originals(in: copy.store) == [kept.digest, purged.digest])
    let opened = try await copy.open()
    #expect(try Self.originals(in: copy.store) == [kept.digest])
    #expect(try await opened.verify().isSound)
    await opened.close()
    await store.close()
    try blobs.close()
  }

  /// Opens a copy for reading, for changes, and after a repair.
  private static func judge(
    _ copy: TestFolder, of store: PageStore, _ known: [DocumentContents], _ label: String
  ) async throws -> Bool {
    let originals = try Self.originals(in: copy.store)
    let purged = try await Self.purged(in: copy)
    try await read(copy, of: store, known, "\(label), read")
    let read = try Self.originals(in: copy.store)
    #expect(read == originals, "\(label): reading changes nothing")
    let catalog = try catalog(of: copy)
    let isSound = try await openForChanges(copy, of: store, known, label)
    let after = try isSound ? nil : Self.catalog(of: copy)
    #expect(after == nil || after == catalog, "\(label): refusing changes nothing")
    let opened = try Self.originals(in: copy.store)
    #expect(opened.isSuperset(of: isSound ? originals.subtracting(purged) : originals), "\(label)")
    let report = try await PageStore.repair(at: copy.store)
    let mended = try Self.originals(in: copy.store)
    #expect(mended.isSuperset(of: originals.subtracting(purged)), "\(label), repaired")
    let repaired = try await copy.open()
    let problems = try await repaired.verify().problems.filter { problem in
      if case .original(let page, _) = problem { !report.damagedPages.contains(page) } else { true }
    }
    #expect(problems.isEmpty, "\(label), repaired: \(problems)")
    await repaired.close()
    let last = try Self.originals(in: copy.store)
    #expect(last.isSuperset(of: originals.subtracting(purged)), "\(label), opened again")
    return isSound
  }

  /// A copy that opens for changes is a consistent state of the store.
  private static func openForChanges(
    _ copy: TestFolder, of store: PageStore, _ known: [DocumentContents], _ label: String
  ) async throws -> Bool {
    do {
      let opened = try await copy.open()
      // An original added during the copy belongs to no page of the copy.
      let problems = try await opened.verify().problems.filter { problem in
        if case .orphan = problem { false } else { true }
      }
      #expect(problems.isEmpty, "\(label): \(problems)")
      try await expectMoment(opened, of: store, known, label)
      await opened.close()
      return true
    } catch let error as PageStoreError {
      #expect(["corrupted", "notAStore"].contains(error.code), "\(label): \(error)")
      return false
    }
  }

  /// A copy that is read is a consistent state of the store, or verification reports that it is
  /// not.
  private static func read(
    _ copy: TestFolder, of store: PageStore, _ known: [DocumentContents], _ label: String
  ) async throws {
    do {
      let opened = try await copy.open { $0.access = .readOnly }
      // An original that belongs to no page may have been in progress.
      let problems = try await opened.verify().problems.filter { problem in
        if case .orphan = problem { false } else { true }
      }
      if problems.isEmpty { try await expectMoment(opened, of: store, known, label) }
      await opened.close()
    } catch let error as PageStoreError {
      #expect(["corrupted", "notAStore"].contains(error.code), "\(label): \(error)")
    }
  }

  private static func expectMoment(
    _ copy: PageStore, of store: PageStore, _ known: [DocumentContents], _ label: String
  ) async throws {
    for contents in known {
      let found = try await DocumentContents(contents.id, of: copy)
      #expect(found.revision >= contents.revision, "\(label): acknowledged changes are missing")
      let expected = try await contents.changed(upTo: found.revision, as: store)
      #expect(expected == nil || expected == found, "\(label)")
    }
  }

  /// The bytes of the catalog and its log.
  private static func catalog(of copy: TestFolder) throws -> [Data?] {
    ["", "-wal"].map { suffix in
      let bytes = FileManager.default.contents(atPath: copy.store + "/catalogue.sqlite" + suffix)
      return bytes?.isEmpty == true ? nil : bytes
    }
  }

  /// The originals whose removal was committed with a purge, and had not been made when the catalog
  /// was copied: opening the copy makes it.
  private static func purged(in copy: TestFolder) async throws -> Set<ContentDigest> {
    // SQLite changes a catalog that it reads.
    let folder = try TestFolder()
    try FileManager.default.createDirectory(
      atPath: folder.store, withIntermediateDirectories: true)
    for suffix in ["", "-wal"] {
      let bytes = FileManager.default.contents(atPath: copy.catalog + suffix)
      try bytes?.write(to: URL(fileURLWithPath: folder.catalog + suffix))
    }
    // A copy whose parts do not fit together may be unreadable.
    let digests = try? await DatabaseQueue(path: folder.catalog).read { db in
      try Data.fetchAll(db, sql: "SELECT digest FROM doomed")
    }
    return Set((digests ?? []).compactMap { ContentDigest($0) })
  }

  /// The files in a folder tree with names and bytes of originals.
  private static func originals(in path: String) throws -> Set<ContentDigest> {
    var digests: Set<ContentDigest> = []
    let names = FileManager.default.enumerator(atPath: path)?.allObjects as? [String] ?? []
    for name in names where name.hasPrefix("blobs/") || name.hasPrefix("aside/") {
      let file = path + "/" + name
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: file, isDirectory: &isFolder),
        !isFolder.boolValue
      else { continue }
      let digest = try ContentDigest(ofFileAt: file)
      let isWhole =
        name.hasPrefix("aside/") || name.dropFirst(6).filter { $0 != "/" } == "\(digest)"
      if isWhole { digests.insert(digest) }
    }
    return digests
  }
}

/// The pages of a document at one of its revisions.
struct DocumentContents: Equatable {
  let id: DocumentID
  var pages: [Page]
  var revision: Int

  init(_ id: DocumentID, of store: PageStore) async throws {
    self.id = id
    (pages, revision) = try await store.galleryPages(of: id)
  }

  static func all(of store: PageStore) async throws -> [DocumentContents] {
    var all: [DocumentContents] = []
    for document in try await store.documents() {
      all.append(try await DocumentContents(document.id, of: store))
    }
    return all
  }

  /// The document after the changes reported by a store, `nil` if they are no longer available.
  func changed(upTo last: Int, as store: PageStore) async throws -> DocumentContents? {
    var contents = self
    guard last > revision else { return contents }
    for try await change in store.changes(of: id, after: revision) {
      guard let changeset = change.changeset else { return nil }
      contents.apply(changeset)
      contents.revision = change.revision
      if change.revision == last { break }
    }
    return contents
  }

  private mutating func apply(_ change: Changeset) {
    var old: [Page?] = pages
    for part in change.replacements {
      let page = pages[part.index]
      old[part.index] = Page(
        id: page.id, size: part.size, contentVersion: page.contentVersion + 1)
    }
    var arriving = change.insertions.map { ($0.index, $0.page) }
    for move in change.moves {
      if let page = old[move.source] { arriving.append((move.destination, page)) }
      old[move.source] = nil
    }
    for index in change.deletions { old[index] = nil }
    pages = old.compactMap(\.self)
    for (index, page) in arriving.sorted(by: { $0.0 < $1.0 }) {
      pages.insert(page, at: min(index, pages.count))
    }
  }
}
