// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageStorage
import Synchronization
import Testing

/// Backups and verifications whose task is cancelled.
@Suite struct BackupCancellationTests {
  /// A call that cancels its own task.
  private final class SelfCancelling<Value: Sendable>: Sendable {
    private let task = Mutex<Task<Value, any Error>?>(nil)

    func run(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
      let (known, knows) = AsyncStream.makeStream(of: Void.self)
      let task = Task {
        for await _ in known { break }
        return try await body()
      }
      self.task.withLock { $0 = task }
      knows.yield()
      return try await task.value
    }

    func cancel() { task.withLock(\.self)?.cancel() }
  }

  private func makeStore(_ folder: TestFolder) async throws -> (PageStore, DocumentID) {
    let store = try await folder.open()
    let document = try await store.createDocument(title: "Box").id
    for number in 0..<3 { try await store.append(TestPage.input(number), to: document) }
    return (store, document)
  }

  private func titles(_ folder: TestFolder) async throws -> [String] {
    let store = try await folder.open { $0.access = .readOnly }
    let titles = try await store.documents().map(\.title)
    await store.close()
    return titles
  }

  /// Three originals are copied, and then verified.
  @Test(arguments: 1...5) func aCancelledBackupLeavesTheOneOfBeforeAndIsContinued(
    count: Int
  ) async throws {
    let (folder, backup) = (try TestFolder(), try TestFolder())
    let (store, document) = try await makeStore(folder)
    _ = try await store.backup(to: backup.store)
    _ = try await store.updateDocument(document, title: "Chest")
    let call = SelfCancelling<BackupReport>()
    await #expect(throws: PageStoreError.cancelled) {
      try await call.run {
        try await store.backup(to: backup.store) { done, _ in if done == count { call.cancel() } }
      }
    }
    // The catalog is renamed into place between the two.
    #expect(try await titles(backup) == [count <= 3 ? "Box" : "Chest"])
    #expect(backup.files(below: "incoming").isEmpty)
    let report = try await store.backup(to: backup.store)
    #expect(report.isSound && report.keptCount == 3)
    #expect(try await titles(backup) == ["Chest"])
    await store.close()
  }

  @Test(arguments: 1...5) func theFirstBackupIsContinuedToo(count: Int) async throws {
    let (folder, backup) = (try TestFolder(), try TestFolder())
    let (store, _) = try await makeStore(folder)
    let call = SelfCancelling<BackupReport>()
    await #expect(throws: PageStoreError.cancelled) {
      try await call.run {
        try await store.backup(to: backup.store) { done, _ in if done == count { call.cancel() } }
      }
    }
    let report = try await store.backup(to: backup.store)
    #expect(report.isSound && report.originalCount == 3)
    #expect(report.keptCount == min(count, 3), "what was copied is not copied again")
    #expect(try await titles(backup) == ["Box"])
    await store.close()
  }

  /// There is nothing left to be saved.
  @Test func aBackupThatIsDoneIsNotCancelled() async throws {
    let (folder, backup) = (try TestFolder(), try TestFolder())
    let (store, _) = try await makeStore(folder)
    let call = SelfCancelling<BackupReport>()
    let report = try await call.run {
      try await store.backup(to: backup.store) { done, all in if done == all { call.cancel() } }
    }
    #expect(report.isSound)
    await store.close()
  }

  @Test func aCancelledVerificationEndsAfterAnOriginal() async throws {
    let (folder, calls) = (try TestFolder(), ProgressCalls())
    let (store, _) = try await makeStore(folder)
    let call = SelfCancelling<VerificationReport>()
    await #expect(throws: PageStoreError.cancelled) {
      try await call.run {
        try await store.verify { done, all in
          calls.add(done, all)
          if done == 2 { call.cancel() }
        }
      }
    }
    #expect(calls.all.map(\.0) == [1, 2])
    await store.close()
  }
}
