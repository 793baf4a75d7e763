// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import GalleryTestSupport
import Synchronization
import Testing

@testable import PageStorage

/// The notification of observers.
@Suite struct ChangeWatchTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func eventually(_ condition: () async throws -> Bool) async throws {
    let start = ContinuousClock.now
    while try await !condition() {
      try #require(ContinuousClock.now - start < .seconds(3_600))
      await Task.yield()
    }
  }

  /// The revisions received by observers.
  final class ReceivedRevisions: Sendable {
    private let revisions = Mutex<[Int]>([])
    func add(_ revision: Int) { revisions.withLock { $0.append(revision) } }
    var all: [Int] { revisions.withLock(\.self) }
  }

  private func observe(
    _ document: DocumentID, of store: PageStore, after revision: Int, _ seen: ReceivedRevisions
  ) -> Task<Void, any Error> {
    Task {
      for try await change in store.changes(of: document, after: revision) {
        seen.add(change.revision)
      }
    }
  }

  /// With a polling interval of one hour, the notification must come from the system.
  @Test(.folderOnly, arguments: [true, false])
  func changesElsewhereWakeObservers(requestsFileEvents: Bool) async throws {
    let store = try await folder.open {
      $0.requestsFileEvents = requestsFileEvents
      $0.observationInterval = requestsFileEvents ? .seconds(3_600) : .milliseconds(20)
    }
    let document = try await store.createDocument(title: "").id
    let seen = (0..<20).map { _ in ReceivedRevisions() }
    let tasks = seen.map { observe(document, of: store, after: 0, $0) }
    // From one process to the other, through the file system.
    let child = try ChildProcess(
      ["change", "append", "1", "then", "append", "2", "then", "append", "3"], in: folder)
    await child.waitUntilExit()
    try await eventually { seen.allSatisfy { $0.all == [1, 2, 3] } }
    try await eventually { store.watch.usesFileEvents == requestsFileEvents }
    for task in tasks { task.cancel() }
  }

  @Test(.folderOnly) func changesElsewhereWakeWhoReadsOnly() async throws {
    let writer = try await folder.open()
    let document = try await writer.createDocument(title: "").id
    await writer.close()
    let store = try await folder.open {
      $0.access = .readOnly
      $0.observationInterval = .seconds(3_600)
    }
    let seen = ReceivedRevisions()
    let task = observe(document, of: store, after: 0, seen)
    try await eventually { !store.watch.isEmpty }
    for _ in 0..<2 {
      // It creates the log, and removes it.
      let other = try await folder.open()
      try await other.append(TestPage.input(seen.all.count), to: document)
      await other.close()
    }
    try await eventually { seen.all.last == 2 }
    task.cancel()
  }

  @Test func changesOfOtherDocumentsLetObserversSleep() async throws {
    let store = try await folder.open()
    let document = try await store.createDocument(title: "").id
    let other = try await store.createDocument(title: "").id
    let seen = ReceivedRevisions()
    let task = observe(document, of: store, after: 0, seen)
    try await eventually { store.watch.waiterCount == 1 }
    // The watch determines its path.
    let page = try await store.append(TestPage.input(0), to: document)
    try await eventually { seen.all == [1] && store.watch.waiterCount == 1 }
    // On a server, the check behind that of the edit still wakes it once more.
    var number = -1
    while number != store.watch.lastWaiter {
      number = store.watch.lastWaiter
      try await Task.sleep(for: TestEngine.isServed ? .milliseconds(300) : .zero)
    }
    for turns in 1...5 {
      try await store.append(TestPage.input(turns), to: other)
      _ = try await store.updateDocument(other, title: "\(turns)")
    }
    // On a slow machine that check may come as late as this. Each of the ten changes would wake it.
    let lateCount = TestEngine.isServed ? 2 : 1
    try await eventually { store.watch.waiterCount == 1 }
    #expect(store.watch.lastWaiter - number <= lateCount, "it woke")
    try await store.rotate(page.id, by: .half)
    try await eventually { seen.all == [1, 2] }
    task.cancel()
  }

  /// Some of them look once more while the store closes.
  @Test func closedStoreWakesManyObservers() async throws {
    let store = try await folder.open()
    let document = try await store.createDocument(title: "").id
    // Identifiers that are left over are returned before the connections end.
    try await store.append(TestPage.input(0), to: document)
    let tasks = (0..<100).map { _ in observe(document, of: store, after: 0, ReceivedRevisions()) }
    try await eventually { store.watch.waiterCount == tasks.count }
    await store.close()
    for task in tasks {
      await #expect(throws: PageStoreError.closed) { try await task.value }
    }
  }

  @Test func closedStoreWakesObservers() async throws {
    let store = try await folder.open()
    let document = try await store.createDocument(title: "").id
    let task = observe(document, of: store, after: 0, ReceivedRevisions())
    try await eventually { !store.watch.isEmpty }
    await store.close()
    await #expect(throws: PageStoreError.closed) { try await task.value }
  }
}
