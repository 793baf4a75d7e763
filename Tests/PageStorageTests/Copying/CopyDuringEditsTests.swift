// SPDX-License-Identifier: Apache-2.0

import Dispatch
import GalleryPages
import Testing

@testable import PageStorage

/// A thread for the parts of a copy, which may block it.
private final class CopyExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "CopyDuringEditsTests")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// Copies of a store that is changed meanwhile.
@Suite struct CopyDuringEditsTests {
  private let folder: TestFolder
  private let other: TestFolder

  init() throws {
    folder = try TestFolder()
    other = try TestFolder()
  }

  /// A store in a folder with two documents of four pages each, and an empty one on the engine.
  private func open() async throws -> (source: PageStore, target: PageStore, [DocumentID]) {
    let source = try await PageStore.open(
      at: other.store, configuration: PageStoreConfiguration(reserveByteCount: 0))
    var documents: [DocumentID] = []
    for title in ["Lease", "Letters"] {
      let document = try await source.createDocument(title: title).id
      for number in 0..<4 { try await source.append(TestPage.input(number), to: document) }
      documents.append(document)
    }
    return (source, try await folder.open(), documents)
  }

  /// Copies a store that is edited once, after the first document.
  private func copy(
    _ source: PageStore, to target: PageStore,
    editing edit: @escaping @Sendable () async throws -> Void
  ) async throws {
    let report = try await withTaskExecutorPreference(CopyExecutor()) {
      var copy = StoreCopy(of: source, to: target)
      return try await copy.run { done, count in
        guard done == 1, count == 2 else { return }
        let end = DispatchSemaphore(value: 0)
        Task.detached {
          do { try await edit() } catch { Issue.record(error) }
          end.signal()
        }
        end.wait()
      }
    }
    #expect(report.problems.isEmpty)
    #expect(try await CopySummary.difference(of: target, from: source) == nil)
    #expect(try await target.isSound())
  }

  @Test func pagesThatMoveToANewDocumentAreCopied() async throws {
    let (source, target, documents) = try await open()
    try await copy(source, to: target) {
      _ = try await source.split(documents[1], at: 2, title: "Rest")
    }
  }

  @Test func pagesThatMoveToACopiedDocumentAreCopied() async throws {
    let (source, target, documents) = try await open()
    try await copy(source, to: target) {
      _ = try await source.merge(documents[1], into: documents[0])
    }
  }

  /// Another process has numbers of its own, behind those that the store has given when the copy began.
  @Test func theCopyUsesNoNumberOfALaterPage() async throws {
    let (source, target, documents) = try await open()
    try await copy(source, to: target) {
      let process = try await PageStore.open(
        at: other.store, configuration: PageStoreConfiguration(reserveByteCount: 0))
      try await process.append(TestPage.input(5), to: documents[1])
      await process.close()
    }
    let last = try await source.pageIDs(of: documents[1])[4]
    let new = try await target.append(TestPage.input(6), to: documents[0])
    #expect(new.id.rawValue > last.rawValue)
    #expect(try await target.isSound())
  }
}
