// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import GalleryTestSupport
import PageStorage
import Synchronization
import Testing

/// Backups during changes by other processes.
@Suite struct BackupInUseTests {
  @Test(arguments: [1, 2] as [UInt64], [false, true])
  func backupsBesideWritersAreSound(seed: UInt64, linking: Bool) async throws {
    let folder = try TestFolder()
    let document = try await folder.emptyDocument()
    let writers = try (0..<4).map { number in
      try ChildProcess(["write", "\(seed * 10 + UInt64(number))", "50000", "30000"], in: folder)
    }
    defer { for writer in writers { writer.kill() } }
    while try writers.contains(where: { try $0.text().isEmpty }) {
      try await Task.sleep(for: .milliseconds(5))
    }
    let store = try await folder.open { $0.access = .readOnly }
    var last = 0
    for round in 0..<12 {
      let before = try await store.document(document).revision
      let calls = try writers.map { try $0.lines().count }
      let report = try await store.backup(
        to: folder.path + "/backup", linking: linking, isQuick: round % 3 == 2)
      #expect(report.isSound, "\(seed) \(round): \(report)")
      // An original that is removed and restored between two scans is copied.
      #expect(report.copiedCount <= 2 || !linking, "\(report)")
      let after = try await store.document(document).revision
      let revision = try await expectSound(folder.path + "/backup", document)
      #expect((before...after).contains(revision) && revision >= last)
      last = revision
      #expect(zip(writers, calls).contains { (try? $0.lines().count) ?? 0 > $1 }, "they went on")
    }
    for writer in writers {
      let lines = try writer.lines().suffix(3)
      #expect(writer.process.isRunning, "\(lines)")
      writer.kill()
      await writer.waitUntilExit()
    }
    await store.close()
    let own = try await folder.open()
    #expect(try await own.verify().isSound)
    await own.close()
  }

  /// Expects pages with stored bytes, and returns the revision of the document.
  private func expectSound(_ path: String, _ document: DocumentID) async throws -> Int {
    let backup = try await PageStore.open(
      at: path, configuration: PageStoreConfiguration(access: .readOnly))
    let report = try await backup.verify()
    #expect(report.isSound, "\(report.problems)")
    let model = try await CrashModel(backup, document)
    #expect(model.pages.allSatisfy { $0.number >= 0 })
    let revision = try await backup.document(document).revision
    await backup.close()
    return revision
  }

  @Test func bytesThatArePurgedMeanwhileGoLater() async throws {
    let folder = try TestFolder()
    let store = try await folder.open()
    let document = try await store.createDocument(title: "large").id
    let pages = try await store.ingest(
      (0..<20).map { .bytes(CrashPage.bytes(200 + $0)) }, into: document
    ).map { try $0.get().id }
    let isPurged = Mutex(false)
    let report = try await store.backup(to: folder.path + "/backup") { done, _ in
      // Halfway, according to the progress.
      guard done == 10, !isPurged.withLock({ $0.exchange(true) }) else { return }
      let child = try? ChildProcess(
        ["change", "delete", "\(pages[19].rawValue)", "then", "purge"], in: folder)
      child?.process.waitUntilExit()
    }
    #expect(report.isSound && report.copiedCount == 20)
    #expect(folder.files(below: "blobs").count == 20)
    try await store.purge(deletedBefore: .distantFuture)
    #expect(folder.files(below: "blobs").count == 19)
    await store.close()
  }
}

extension Bool {
  /// Sets a value and returns the previous one.
  fileprivate mutating func exchange(_ new: Bool) -> Bool {
    defer { self = new }
    return self
  }
}
