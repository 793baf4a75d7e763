// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport
import Glibc
import PageStorage
import Testing

/// The lock of a writer that stops, and of one that is killed.
@Suite struct LockTests {
  @Test func theLockOfAKilledProcessIsFreeAtOnce() async throws {
    let folder = try TestFolder()
    let document = try await folder.emptyDocument()
    let store = try await folder.open { $0.lockTimeout = .zero }
    let child = try ChildProcess(["random", "8"], in: folder)
    defer { child.kill() }
    try await stopWithLock(child, store)
    // A writer with an expired timeout gets an error; readers do not wait.
    await #expect(throws: PageStoreError.locked(waited: .zero)) {
      try await store.createDocument(title: "none")
    }
    #expect(try await store.documents().map(\.id) == [document])

    child.kill()
    await child.waitUntilExit()
    _ = try await store.createDocument(title: "free")
    #expect(try await store.documents().count == 2)
    await store.close()
    let reopened = try await folder.open()
    #expect(try await reopened.verify().isSound, "what it left behind is gone")
  }

  /// Stops a process repeatedly until it holds the lock.
  private func stopWithLock(_ child: ChildProcess, _ store: PageStore) async throws {
    while child.process.isRunning {
      child.signal(SIGSTOP)
      // The stop takes effect with a delay: only a persistent lock is that of a stopped process.
      try await Task.sleep(for: .milliseconds(20))
      do {
        try await store.purge(deletedBefore: .distantPast)
      } catch PageStoreError.locked {
        return
      }
      child.signal(SIGCONT)
      try await Task.sleep(for: .milliseconds(.random(in: 3...9)))
    }
    Issue.record("the process ended by itself")
  }
}
