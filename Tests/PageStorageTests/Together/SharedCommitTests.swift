// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryPages
import GalleryTestSupport
import Testing

@testable import PageStorage

/// Writes that wait at the same time and share a commit.
@Suite struct SharedCommitTests {
  private typealias Call = @Sendable () async throws -> DocumentChange

  private let folder: TestFolder
  private let store: PageStore
  private let document: DocumentID

  init() async throws {
    folder = try TestFolder()
    store = try await folder.open()
    document = try await store.createDocument(title: "Lease").id
    // The first page reserves the identifiers of the next ones in a commit of its own.
    try await store.append(TestPage.input(0), to: document)
  }

  private func stage(_ numbers: [Int]) async throws -> [StagedPage] {
    var pages: [StagedPage] = []
    for number in numbers { pages.append(try await store.stage(TestPage.input(number))) }
    return pages
  }

  private func insertion(
    _ page: StagedPage, before next: PageID? = nil
  ) -> Call {
    { [store, document] in try await store.perform(.insert(page, before: next, of: document)) }
  }

  private var commitCount: Int { store.engine.counter.commits.count }

  private func expectSound(pages: [PageID]) async throws {
    #expect(try await store.ids(of: document) == pages)
    for page in pages { _ = try await store.bytes(of: page) }
    #expect(try await store.isSound())
  }

  @Test func writesThatWaitShareACommit() async throws {
    let first = try await store.ids(of: document)
    let pages = try await stage(Array(1...8))
    let (count, version) = (commitCount, try await store.version())
    let changes = try await store.together(pages.map { insertion($0) }).map { try $0.get() }
    #expect(commitCount == count + 1)
    #expect(changes.map(\.revision) == Array(2...9))
    #expect(changes.compactMap { $0.changeset?.insertions[0].index } == Array(1...8))
    let logged = try await store.loggedChanges(after: version)
    #expect(logged.changes.map(\.version) == Array(version + 1...version + 8))
    #expect(logged.changes.map(\.revision) == Array(2...9))
    #expect(folder.files(below: "incoming").isEmpty)
    try await expectSound(pages: first + pages.map(\.id))
  }

  /// A write is not made if its task is cancelled before its turn; those beside it are.
  @Test func aWriteWhoseCallerGivesUpIsNotMade() async throws {
    let first = try await store.ids(of: document)
    let pages = try await stage([1, 2, 3])
    let hold = await store.holdWrites()
    var tasks: [Task<DocumentChange, any Error>] = []
    for page in pages {
      let insert = insertion(page)
      tasks.append(Task { try await insert() })
      while store.writes.waitingCount < tasks.count { await Task.yield() }
    }
    tasks[1].cancel()
    // It ends while the queue is held.
    await #expect(throws: PageStoreError.cancelled) { try await tasks[1].value }
    store.releaseWrites(hold)
    for index in [0, 2] { _ = try await tasks[index].value }
    try await expectSound(pages: first + [pages[0].id, pages[2].id])
    // What was not added can be added later.
    _ = try await insertion(pages[1])()
    try await expectSound(pages: first + [0, 2, 1].map { pages[$0].id })
  }

  /// Only calls behind the end of a store fail.
  @Test func writesThatWaitAreMadeBeforeTheStoreIsClosed() async throws {
    let store = store
    let document = document
    let count = 150
    let version = try await store.version()
    let hold = await store.holdWrites()
    let edits = (0..<count).map { number in
      Task { try await store.updateDocument(document, title: "Title \(number)", metadata: nil) }
    }
    while store.writes.waitingCount < count { await Task.yield() }
    store.releaseWrites(hold)
    await store.close()
    for edit in edits { _ = try await edit.value }
    await #expect(throws: PageStoreError.closed) {
      try await store.updateDocument(document, title: "late", metadata: nil)
    }
    let again = try await folder.open()
    #expect(try await again.version() == version + numericCast(count))
    await again.close()
  }

  /// Writes that come while a store is being closed fail; none is forgotten.
  @Test func writesBesideTheEndOfAStoreEnd() async throws {
    let (store, document) = (store, document)
    await withTaskGroup { group in
      for number in 0..<40 {
        group.addTask {
          if number == 20 { return await store.close() }
          do {
            try await store.updateDocument(document, title: "Title \(number)")
          } catch {
            #expect(error as? PageStoreError == .closed)
          }
        }
      }
    }
  }

  /// A task that was cancelled earlier cleans up: its writes are made.
  @Test func aWriteOfACancelledTaskIsMade() async throws {
    let insert = insertion(try await stage([1])[0])
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await insert()
    }
    task.cancel()
    #expect(try await task.value.revision == 2)
  }

  @Test func aWriteThatFailsHasItsOwnErrorAndNoEffect() async throws {
    let first = try await store.ids(of: document)
    let pages = try await stage([1, 2, 3, 4])
    let (count, store, document) = (commitCount, store, document)
    let late = StoreChangeset(insertions: [.init(index: 0, page: pages[1])])
    let calls: [Call] = [
      insertion(pages[0]),
      { try await store.apply(late, to: document, expecting: 1) },
      { try await store.rotate(PageID(999), by: .clockwise) },
      insertion(pages[2], before: PageID(999)),
      insertion(pages[3], before: first[0]),
    ]
    let outcomes = await store.together(calls)
    // On servers, some had sent statements before they failed.
    let most = count + (TestEngine.isServed ? 6 : 4)
    #expect(commitCount <= most, "one for all, and one to sweep after each failed addition")
    #expect(try outcomes[0].get().revision == 2)
    #expect(outcomes[1] == .failure(.conflict(document, expected: 1, found: 2)))
    #expect(outcomes[2] == .failure(.notFound(.page(PageID(999)))))
    #expect(outcomes[3] == .failure(.notFound(.page(PageID(999)))))
    #expect(try outcomes[4].get().revision == 3)
    try await expectSound(pages: [pages[3].id] + first + [pages[0].id])
    // The pages of failed writes can be used again.
    try await store.perform(.insert([pages[1], pages[2]], of: document))
    #expect(try await store.document(document).pageCount == 5)
  }

  @Test func equalBytesAreStoredOnce() async throws {
    let first = try await store.ids(of: document)
    let pages = try await stage([1, 1, 1])
    let outcomes = await store.together(pages.map { insertion($0) })
    for outcome in outcomes { #expect(throws: Never.self) { try outcome.get() } }
    #expect(folder.files(below: "blobs").count == 2)
    #expect(folder.files(below: "aside").isEmpty)
    try await expectSound(pages: first + pages.map(\.id))
  }

  @Test func bytesOfAFailedWriteAreStoredByTheNext() async throws {
    let first = try await store.ids(of: document)
    let pages = try await stage([1, 1])
    let (store, document) = (store, document)
    let calls: [Call] = [
      {
        try await store.perform(.insert(pages[0], before: nil, of: document)) {
          (_, _) throws(PageStoreError) -> DocumentChange in throw .keyReused
        }
      },
      insertion(pages[1]),
    ]
    let outcomes = await store.together(calls)
    #expect(outcomes[0] == .failure(.keyReused))
    #expect(try outcomes[1].get().revision == 2)
    try await expectSound(pages: first + [pages[1].id])
  }

  @Test func aStagedPageIsAddedOnce() async throws {
    let first = try await store.ids(of: document)
    let page = try await stage([1])[0]
    let (store, document) = (store, document)
    let calls: [Call] = [
      insertion(page), insertion(page),
      {
        let change = StoreChangeset(replacements: [.init(index: 0, content: page)])
        return try await store.apply(change, to: document)
      },
    ]
    let outcomes = await store.together(calls)
    #expect(try outcomes[0].get().revision == 2)
    #expect(outcomes[1] == .failure(.notFound(.stagedPage(page.id))))
    #expect(outcomes[2] == .failure(.notFound(.stagedPage(page.id))))
    try await expectSound(pages: first + [page.id])
  }

  // On servers, its bytes have been put before.
  @Test(.folderOnly) func aPageThatIsDiscardedMeanwhileFailsAlone() async throws {
    let first = try await store.ids(of: document)
    let pages = try await stage([1, 2, 3])
    let (store, document) = (store, document)
    let calls: [Call] = [
      insertion(pages[0]), insertion(pages[1]),
      {
        try await store.perform(.insert(pages[2], before: nil, of: document)) { change, _ in
          // The other page was added, but its file is not in place yet.
          pages[1].discard()
          return change
        }
      },
    ]
    let outcomes = await store.together(calls)
    #expect(try outcomes[0].get().revision == 2)
    #expect(outcomes[1] == .failure(.notFound(.stagedPage(pages[1].id))))
    #expect(try outcomes[2].get().revision == 3)
    try await expectSound(pages: first + [pages[0].id, pages[2].id])
  }
}

// MARK: - Callers

extension SharedCommitTests {
  @Test func aKeyIsUsedOnce() async throws {
    let first = try await store.ids(of: document)
    let page = first[0]
    let (store, request) = (store, try KeyedStore.request("key"))
    let rotation: @Sendable () async throws -> [UInt8] = {
      try await store.perform(.rotate(page, by: .clockwise), once: request) { change, _ in
        Array("\(change.revision)".utf8)
      }.response
    }
    let outcomes = await store.together([rotation, rotation, rotation])
    #expect(outcomes == Array(repeating: .success(Array("2".utf8)), count: 3))
    #expect(try await store.page(page).rotation == .clockwise)
  }

  @Test func writesThatWaitWhenTheStoreIsClosedAreMade() async throws {
    let pages = try await stage(Array(1...5))
    let (store, count) = (store, pages.count)
    var closing: Task<Void, Never>?
    let outcomes = await store.together(pages.map { insertion($0) }) {
      closing = Task { await store.close() }
    }
    await closing?.value
    for outcome in outcomes { #expect(throws: Never.self) { try outcome.get() } }
    let after = await store.apart([insertion(pages[0])])
    #expect(after == [.failure(.closed)])
    let reopened = try await folder.open()
    #expect(try await reopened.document(document).pageCount == count + 1)
    #expect(try await reopened.isSound())
  }

  @Test func manyWritesTakeSeveralCommits() async throws {
    let page = try await store.ids(of: document)[0]
    let (count, store) = (commitCount, store)
    let rotation: Call = {
      try await store.rotate(page, by: .clockwise)
    }
    let outcomes = await store.together(Array(repeating: rotation, count: 150))
    #expect(outcomes.map { try? $0.get().revision } == Array(2..<152))
    #expect(commitCount == count + 3)
  }
}
