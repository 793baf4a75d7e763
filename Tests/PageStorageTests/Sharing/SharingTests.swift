// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import GalleryTestSupport
import PageImaging
import PageStorage
import Testing

/// Many processes on one store.
@Suite struct SharingTests {
  /// 20,000 calls by 8 writers and 8 readers; `PAGE_STORAGE_SHARED_CALLS` sets another number.
  private static let callCount = TestEnvironment.number("PAGE_STORAGE_SHARED_CALLS") ?? 20_000
  private static let documentCount = 4

  @Test(.folderOnly) func manyProcessesAreLikeOneAfterTheOther() async throws {
    let folder = try TestFolder()
    let store = try await folder.open()
    for number in 0..<Self.documentCount {
      _ = try await store.createDocument(title: "\(number)")
    }
    let observer = try ChildProcess(["observe", "\(Int.max)"], in: folder)
    let count = Self.callCount / 16
    // Some wait, and some fail immediately when another process holds the lock.
    let writers = try (0..<8).map { number in
      try ChildProcess(
        ["write", "\(number)", "\(count)", number < 5 ? "60000" : "1"], in: folder)
    }
    let readers = try (0..<8).map { try ChildProcess(["read", "\($0)", "\(count)"], in: folder) }
    for child in writers + readers {
      await child.waitUntilExit()
      #expect(child.process.terminationStatus == 0)
    }
    var history = SharedHistory(try (writers + readers).map { try $0.text() })
    let last = try await finalReads(store)
    history.processes.append(last)
    #expect(history.calls.count >= Self.callCount)
    #expect(history.problem == nil)
    try await checkObserver(observer, history, last)
    try checkVariety(of: history)
    checkMistakes(in: history)
    #expect(try await store.verify().isSound)
  }

  /// The final contents of the store, as calls after all others.
  private func finalReads(_ store: PageStore) async throws -> [HistoryCall] {
    var calls: [HistoryCall] = []
    for document in try await store.documents() {
      let pages = try await store.pages(in: 0..<document.pageCount, of: document.id)
      let items = pages.map { page in
        let number = (page.header?.facts.storedSize.width ?? 0) - 256
        return "\(page.id.rawValue):\(page.contentVersion):\(number):\(page.rotation.count)"
      }.joined(separator: " ")
      let time = "\(Int.max - 1) \(Int.max) \(document.id.rawValue)"
      calls += HistoryCall.all(
        in: "\(time) document = \(document.revision) \(pages.count)\n"
          + "\(time) window 0 \(pages.count) = \(items)")
    }
    return calls
  }

  /// Every combination of call and result has occurred.
  private func checkVariety(of history: SharedHistory) throws {
    let seen = Set(history.calls.map { "\($0.operation) \(Int($0.result.first ?? "") == nil)" })
    for operation in ["append", "delete", "move", "rotate", "replace", "exchange", "restore"] {
      #expect(seen.contains("\(operation) false"))
    }
    for operation in ["delete", "move", "rotate", "replace", "exchange", "restore"] {
      #expect(seen.contains("\(operation) true"), "none was too late")
    }
    #expect(history.calls.contains { $0.result.first == "locked" })
    #expect(history.calls.contains { $0.result.first == "conflict" })
    #expect(history.calls.contains { $0.operation == "purge" && ($0.number ?? 0) > 0 })
    // Those that wait have always succeeded.
    #expect(!history.processes[..<5].joined().contains { $0.result.first == "locked" })
  }

  /// The same history with an inserted error must be refused.
  private func checkMistakes(in history: SharedHistory) {
    var random = SeededGenerator(seed: 16)
    for process in 0..<4 {
      // A lost acknowledged change.
      var lost = history
      let changes = history.processes[process].indices.filter { index in
        let call = history.processes[process][index]
        return call.number != nil && ["delete", "rotate", "exchange"].contains(call.operation)
      }
      if let index = changes.randomElement(using: &random) {
        let call = lost.processes[process].remove(at: index)
        #expect(lost.problem(of: call.document) != nil, "without \(call)")
      }
      // A read with the result of a much earlier one.
      var stale = history
      let reads = history.processes[8 + process].indices.filter { index in
        let call = history.processes[8 + process][index]
        return call.operation == "pages" && call.document == 1
      }
      if let early = reads.dropFirst(9).first, let late = reads.last {
        let (old, new) = (
          history.processes[8 + process][early], history.processes[8 + process][late]
        )
        stale.processes[8 + process][late] = new.giving(old.result)
        #expect(stale.problem(of: 1) != nil, "\(old.result) at \(new)")
      }
    }
  }

  // MARK: - Observation

  /// The observer has received each change once and in order, and its changes result in the
  /// document.
  private func checkObserver(
    _ observer: ChildProcess, _ history: SharedHistory, _ last: [HistoryCall]
  ) async throws {
    let ends = Dictionary(
      last.compactMap { call in
        call.operation == "document" ? Int(call.result[0]).map { (call.document, $0) } : nil
      }, uniquingKeysWith: { $1 })
    var seen: [Int: ObservedDocument] = [:]
    for _ in 0..<3_000 where !ends.allSatisfy({ seen[$0]?.revision == $1 }) {
      try await Task.sleep(for: .milliseconds(20))
      seen = try ObservedDocument.all(in: observer.text())
    }
    observer.kill()
    for call in last {
      let observed = try #require(seen[call.document])
      #expect(observed.isWhole)
      guard call.operation == "window" else { continue }
      #expect(
        observed.pages
          == call.result.compactMap { $0.split(separator: ":").first.flatMap { Int($0) } })
    }
  }
}
