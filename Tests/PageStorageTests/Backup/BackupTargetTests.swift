// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import GalleryTestSupport
import PageStorage
import Testing

/// Folders that are refused as backup targets, in which nothing is modified.
@Suite struct BackupTargetTests {
  let folder: TestFolder
  let store: PageStore
  let document: DocumentID

  init() async throws {
    folder = try TestFolder()
    store = try await folder.open()
    document = try await store.createDocument(title: "Lease").id
    _ = try await store.append(.bytes(CrashPage.bytes(1)), to: document)
  }

  private func expectRefusal(
    _ path: String, _ reason: PageStoreError.UnfitTarget,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let before = try listing()
    let error = await #expect(throws: PageStoreError.self, sourceLocation: sourceLocation) {
      try await store.backup(to: path)
    }
    guard case .unfitTarget(_, let found) = error else {
      Issue.record("\(error as Any)", sourceLocation: sourceLocation)
      return
    }
    #expect(found == reason, sourceLocation: sourceLocation)
    #expect(try listing() == before, sourceLocation: sourceLocation)
  }

  /// All file names in the test folder, with the bytes of all files except shared memory.
  private func listing() throws -> [String: Data?] {
    let names = FileManager.default.enumerator(atPath: folder.path)?.allObjects as? [String] ?? []
    return Dictionary(
      uniqueKeysWithValues: names.filter { !$0.hasSuffix("-shm") }.map {
        ($0, FileManager.default.contents(atPath: folder.path + "/" + $0))
      })
  }

  @Test func theStoreItselfIsRefused() async throws {
    try await expectRefusal(folder.store, .isSource)
    try await expectRefusal(folder.store + "/../store/", .isSource)
    let link = folder.path + "/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.store)
    try await expectRefusal(link, .isSource)
  }

  @Test func whatIsInTheStoreIsRefused() async throws {
    try await expectRefusal(folder.store + "/aside/backup", .isInSource)
    try await expectRefusal(folder.store + "/blobs", .isInSource)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/link", withDestinationPath: folder.store + "/incoming")
    try await expectRefusal(folder.path + "/link/new/backup", .isInSource)
  }

  @Test func whatHoldsTheStoreIsRefused() async throws {
    try await expectRefusal(folder.path, .holdsSource)
    try await expectRefusal("/", .holdsSource)
  }

  @Test func somethingElseIsRefused() async throws {
    let path = folder.path + "/other"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try Data("text".utf8).write(to: URL(fileURLWithPath: path + "/letter.txt"))
    try await expectRefusal(path, .notABackup)
    try await expectRefusal(path + "/letter.txt", .notAFolder)
    try await expectRefusal(path + "/letter.txt/backup", .notAFolder)
  }

  @Test func aStoreIsRefused() async throws {
    let other = try await PageStore.open(at: folder.path + "/other")
    _ = try await other.createDocument(title: "other")
    await other.close()
    try await expectRefusal(other.path, .isStore)
    // Nor the remains of one.
    try FileManager.default.removeItem(atPath: other.path + "/catalogue.sqlite")
    try await expectRefusal(other.path, .isStore)
  }

  @Test func theBackupOfAnotherStoreIsRefused() async throws {
    let other = try TestFolder()
    let otherStore = try await other.open()
    // Later than the document of the other store.
    try await Task.sleep(for: .milliseconds(2))
    _ = try await otherStore.createDocument(title: "other")
    _ = try await otherStore.backup(to: folder.path + "/backup")
    await otherStore.close()
    try await expectRefusal(folder.path + "/backup", .ofAnotherStore)
  }

  /// A store that was restored from an older copy must not replace what is newer.
  @Test func aBackupOfALaterStateIsRefused() async throws {
    let (older, newer) = (folder.path + "/older", folder.path + "/newer")
    _ = try await store.backup(to: older)
    _ = try await store.append(.bytes(CrashPage.bytes(2)), to: document)
    _ = try await store.backup(to: newer)
    let restored = try await PageStore.open(
      at: older, configuration: PageStoreConfiguration(access: .readOnly))
    let before = try listing()
    await #expect(throws: PageStoreError.unfitTarget(path: newer, .newer)) {
      try await restored.backup(to: newer)
    }
    #expect(try listing() == before)
    await restored.close()
    #expect(try await store.backup(to: older).isSound)
  }

  @Test(arguments: [false, true]) func aBackupInUseIsRefused(isKilled: Bool) async throws {
    let backup = folder.path + "/backup"
    _ = try await store.backup(to: backup)
    let copy = try await PageStore.open(at: backup)
    await #expect(throws: PageStoreError.self) { try await store.backup(to: backup) }
    await copy.close()
    #expect(try await store.backup(to: backup).isSound, "opening changes nothing")
    let parts = isKilled ? ["crash"] : ["change", "rotate", "1"]
    let child = try ChildProcess(
      [ChildProcess.storeChild, backup] + (isKilled ? ["readonly"] : []) + parts,
      printingInto: folder.path)
    await child.waitUntilExit()
    let before = try await pages(of: backup)
    let error = await #expect(throws: PageStoreError.self) { try await store.backup(to: backup) }
    #expect(error == .unfitTarget(path: backup, .changed))
    #expect(try await pages(of: backup) == before)
  }

  private func pages(of path: String) async throws -> [StoredPage] {
    let store = try await PageStore.open(
      at: path, configuration: PageStoreConfiguration(access: .readOnly))
    let pages = try await store.pages(in: 0..<store.document(document).pageCount, of: document)
    await store.close()
    return pages
  }

  @Test func aBackupThatIsBusyIsLeftAlone() async throws {
    let backup = folder.path + "/backup"
    _ = try await store.backup(to: backup)
    let copy = try await PageStore.open(at: backup)
    let hasty = try await folder.open { $0.lockTimeout = .milliseconds(20) }
    await #expect(throws: PageStoreError.locked(waited: .milliseconds(20))) {
      try await hasty.backup(to: backup)
    }
    await copy.close()
    await hasty.close()
  }
}
