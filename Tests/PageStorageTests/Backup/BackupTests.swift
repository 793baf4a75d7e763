// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import GalleryTestSupport
import PageStorage
import Synchronization
import Testing

/// Backups of a store without concurrent changes.
@Suite struct BackupTests {
  let folder: TestFolder
  let backup: TestFolder
  let document: DocumentID
  let ids: [PageID]

  init() async throws {
    folder = try TestFolder()
    backup = try TestFolder()
    let store = try await folder.open()
    document = try await store.createDocument(
      title: "Box of scans", metadata: ["shelf": "12"]
    ).id
    let outcomes = await store.ingest((0..<6).map { .bytes(CrashPage.bytes($0)) }, into: document)
    ids = try outcomes.map { try $0.get().id }
    try await store.delete(ids[4])
    try await store.rotate(ids[1], by: .clockwise)
    try await store.move(ids[0], to: 3)
    await store.close()
  }

  private func run(
    linking: Bool = false, isQuick: Bool = false, access: PageStoreConfiguration.Access = .readOnly
  ) async throws -> BackupReport {
    let store = try await folder.open { $0.access = access }
    defer { Task { await store.close() } }
    return try await store.backup(to: backup.store, linking: linking, isQuick: isQuick)
  }

  /// An original that cannot be opened because too many files are open is not damaged.
  @Test func tooFewOpenFilesAreNoDamage() async throws {
    var completeCount = 0
    for limit in stride(from: 6, through: 40, by: 1) {
      let target = try TestFolder()
      let child = try ChildProcess(
        ["backup", target.store], in: folder,
        prefix: ["/bin/sh", "-c", "ulimit -n \(limit) && exec \"$@\"", "sh"])
      await child.waitUntilExit()
      let done = try child.lines().filter { $0[0] == "done" }
      #expect(done.allSatisfy { $0[1] == "true" }, "\(limit): \(done)")
      if !done.isEmpty { completeCount += 1 }
    }
    #expect(completeCount > 0)
  }

  private func change(_ body: (PageStore) async throws -> Void) async throws {
    let store = try await folder.open()
    try await body(store)
    await store.close()
  }

  /// Expects the contents of the store in the backup, read and opened for changes.
  private func expectSame(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let store = try await folder.open { $0.access = .readOnly }
    let documents = try await store.documents()
    for access in [PageStoreConfiguration.Access.readOnly, .readWrite] {
      let copy = try await backup.open { $0.access = access }
      #expect(try await copy.documents() == documents, sourceLocation: sourceLocation)
      for document in documents {
        let range = 0..<document.pageCount
        #expect(
          try await copy.pages(in: range, of: document.id)
            == store.pages(in: range, of: document.id), sourceLocation: sourceLocation)
        #expect(
          try await copy.trash(of: document.id) == store.trash(of: document.id),
          sourceLocation: sourceLocation)
        for id in try await store.ids(of: document.id) {
          #expect(
            try await copy.bytes(of: id) == store.bytes(of: id), sourceLocation: sourceLocation)
        }
      }
      let report = try await copy.verify()
      #expect(report.isSound, "\(report.problems)", sourceLocation: sourceLocation)
      #expect(copy.putAside.isEmpty, sourceLocation: sourceLocation)
      await copy.close()
    }
    await store.close()
  }

  @Test(arguments: [PageStoreConfiguration.Access.readOnly, .readWrite])
  func aBackupIsTheStore(access: PageStoreConfiguration.Access) async throws {
    let report = try await run(access: access)
    #expect(report.isSound && report.pageCount == 6 && report.originalCount == 6)
    #expect(report.copiedCount == 6 && report.keptCount == 0 && report.putAside.isEmpty)
    #expect(report.copiedByteCount == 6 * CrashPage.bytes(0).count)
    #expect(report.verification.originalCount == 6)
    try await expectSame()
    #expect(!FileManager.default.fileExists(atPath: backup.store + "/unfinished-backup"))
  }

  @Test func aSecondBackupCopiesWhatIsNew() async throws {
    _ = try await run()
    try await change { store in
      _ = try await store.append(.bytes(CrashPage.bytes(50)), to: document)
      try await store.purge(deletedBefore: .distantFuture)
    }
    let report = try await run()
    #expect(report.isSound && report.pageCount == 6 && report.originalCount == 6)
    #expect(report.copiedCount == 1 && report.keptCount == 5)
    #expect(report.copiedByteCount == CrashPage.bytes(50).count)
    #expect(report.putAside.count == 1, "what was purged is kept, aside")
    #expect(
      try FileManager.default.contents(atPath: #require(report.putAside.first))
        .map { Array($0) } == CrashPage.bytes(4))
    try await expectSame()
    let third = try await run(isQuick: true)
    #expect(third.isSound && third.copiedCount == 0 && third.keptCount == 6)
    #expect(third.verification.originalCount == 0, "none was read")
    try await expectSame()
  }

  @Test func originalsCanBeLinked() async throws {
    let report = try await run(linking: true)
    #expect(report.isSound && report.linkedCount == 6 && report.copiedCount == 0)
    for file in folder.files(below: "blobs") {
      let attributes = try FileManager.default.attributesOfItem(atPath: file)
      #expect(attributes[.referenceCount] as? Int == 2)
    }
    try await expectSame()
    try await change { store in
      try await store.purge(deletedBefore: .distantFuture)
    }
    #expect(backup.files(below: "blobs").count == 6, "a purge of the store leaves the backup")
    #expect(try await run(linking: true).isSound)
    try await expectSame()
  }

  @Test func originalsOfAnotherFileSystemAreCopied() async throws {
    let other = try TestFolder(onDisk: true)
    guard try device(of: other.path) != device(of: folder.path) else { return }
    let store = try await folder.open()
    let report = try await store.backup(to: other.store, linking: true)
    #expect(report.isSound && report.linkedCount == 0 && report.copiedCount == 6)
    await store.close()
  }

  private func device(of path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.systemNumber] as? Int
  }

  @Test func aRestoredBackupIsTheStore() async throws {
    _ = try await run()
    try FileManager.default.removeItem(atPath: folder.store)
    let copy = try await backup.open { $0.access = .readOnly }
    #expect(try await copy.backup(to: folder.store).isSound)
    await copy.close()
    try await expectSame()
    // The store continues, and the old folder takes its backups.
    try await change { store in
      _ = try await store.append(.bytes(CrashPage.bytes(60)), to: document)
      try await store.restore(ids[4])
    }
    #expect(try await run().copiedCount == 1)
    try await expectSame()
  }

  @Test func filesBelongToTheirOwner() async throws {
    _ = try await run()
    for part in ["", "blobs", "records", "incoming/0"] {
      let path = backup.store + "/" + part
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(mode == 0o700, "\(part)")
    }
    for file in backup.files(below: "") {
      let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
      #expect(mode == 0o600, "\(file)")
    }
  }

  @Test func progressEndsWithAll() async throws {
    let store = try await folder.open()
    let calls = ProgressCalls()
    _ = try await store.backup(to: backup.store) { calls.add($0, $1) }
    #expect(calls.all.map(\.0) == Array(1...12))
    #expect(calls.all.allSatisfy { $0.1 == 12 })
    await store.close()
  }
}

// MARK: - Damage

extension BackupTests {
  private func damage(_ path: String) throws {
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    bytes[100] ^= 1
    try bytes.write(to: URL(fileURLWithPath: path))
  }

  private func digest(_ page: Int) async throws -> ContentDigest {
    let store = try await folder.open { $0.access = .readOnly }
    defer { Task { await store.close() } }
    return try await store.page(ids[page]).digest
  }

  @Test(arguments: [false, true], [false, true])
  func aDamagedOriginalIsReported(isMissing: Bool, isLinking: Bool) async throws {
    let digest = try await digest(2)
    let file = folder.original(digest)
    if isMissing { try FileManager.default.removeItem(atPath: file) } else { try damage(file) }
    let report = try await run(linking: isLinking)
    #expect(report.damagedOriginals == [digest] && !report.isSound)
    #expect(report.copiedCount + report.linkedCount == 5)
    #expect(report.verification.problems == [.original(ids[2], digest)])
    #expect(backup.files(below: "blobs").count == 5)
    #expect(backup.files(below: "incoming").isEmpty)
  }

  /// An original that has grown is not copied: it may be larger than the disk.
  @Test(arguments: [false, true]) func aGrownOriginalIsDamaged(isLinking: Bool) async throws {
    let digest = try await digest(2)
    try #require(truncate(folder.original(digest), 1 << 40) == 0)
    let report = try await run(linking: isLinking)
    #expect(report.damagedOriginals == [digest])
    #expect(report.copiedCount + report.linkedCount == report.originalCount - 1)
  }

  @Test func anEarlierSoundCopyStays() async throws {
    _ = try await run()
    let digest = try await digest(2)
    try damage(folder.original(digest))
    let report = try await run()
    #expect(report.isSound && report.keptCount == 6)
    let copy = try await backup.open { $0.access = .readOnly }
    #expect(try await copy.bytes(of: ids[2]) == CrashPage.bytes(2))
    await copy.close()
  }

  @Test func whatWasDamagedInTheBackupIsHealed() async throws {
    _ = try await run()
    let (first, second) = (try await digest(2), try await digest(3))
    try damage(backup.original(first))
    try Data([1]).write(to: URL(fileURLWithPath: backup.original(second)))
    let report = try await run()
    #expect(report.isSound, "\(report)")
    #expect(report.healedCount == 1 && report.copiedCount == 1 && report.putAside.count == 2)
    try await expectSame()
  }

  @Test func aDamagedCatalogLeavesTheBackupOfBefore() async throws {
    _ = try await run()
    let catalog = folder.store + "/catalogue.sqlite"
    var bytes = try Data(contentsOf: URL(fileURLWithPath: catalog))
    let before = try Data(contentsOf: URL(fileURLWithPath: backup.store + "/catalogue.sqlite"))
    let title = try #require(bytes.range(of: Data("Box of scans".utf8)))
    bytes[title.lowerBound] ^= 1
    try bytes.write(to: URL(fileURLWithPath: catalog))
    let error = await #expect(throws: PageStoreError.self) { try await run() }
    #expect(error == .corrupted(.document(document)))
    let after = try Data(contentsOf: URL(fileURLWithPath: backup.store + "/catalogue.sqlite"))
    #expect(before == after)
    let names = try FileManager.default.contentsOfDirectory(atPath: backup.store)
    #expect(!names.contains { $0.hasPrefix("catalogue.sqlite.") }, "\(names)")
  }
}

/// The calls of a closure that counts.
final class ProgressCalls: Sendable {
  private let calls = Mutex<[(Int, Int)]>([])

  var all: [(Int, Int)] { calls.withLock(\.self) }

  func add(_ done: Int, _ all: Int) { calls.withLock { $0.append((done, all)) } }
}
