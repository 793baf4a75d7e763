// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryPages
import GalleryTestSupport
import Testing

@testable import PageStorage

/// Random writes that share commits, compared with the same writes one after the other.
@Suite struct SharedCommitProgramTests {
  enum Step {
    /// The end of a group of writes, as a deletion is.
    case commit
    case insert(number: Int, at: Int, revision: Int?)
    /// An insertion of a page that was staged before.
    case insertAgain(Int)
    case insertBefore(number: Int, page: Int)
    case replace(page: Int, number: Int)
    case move(page: Int, to: Int)
    case rotate(page: Int, key: Int?)
    case delete(page: Int)
    case restore(page: Int)
    case rename(Int)
    case describe(page: Int, Int)
    /// An insertion that its caller refuses after it was made.
    case refuse(number: Int)
  }

  @Test func programsEndLikeThoseOfSingleCommits() async {
    await checkProperty(
      seed: 6_211, runs: TestEngine.isServed ? 20 : 60,
      generate: { random in
        (0..<Int.random(in: 1...40, using: &random)).map { _ in Self.step(&random) }
      }, check: { await problem(after: $0) })
  }

  private static func step(_ random: inout SeededGenerator) -> Step {
    let (page, number) = (
      Int.random(in: 0..<14, using: &random), Int.random(in: 0..<5, using: &random)
    )
    switch Int.random(in: 0..<16, using: &random) {
    case 0: return .commit
    case 1..<4: return .insert(number: number, at: page % 6, revision: nil)
    case 4: return .insert(number: number, at: 0, revision: page)
    case 5: return .insertAgain(number)
    case 6..<8: return .insertBefore(number: number, page: page)
    case 8: return .replace(page: page, number: number)
    case 9: return .move(page: page, to: number)
    case 10: return .rotate(page: page, key: random.chance(0.5) ? number : nil)
    case 11: return .delete(page: page)
    case 12: return .restore(page: page)
    case 13: return .rename(number)
    case 14: return .describe(page: page, number)
    default: return .refuse(number: number)
    }
  }

  private func problem(after steps: [Step]) async -> String? {
    do {
      let together = try await end(of: steps, isTogether: true)
      let apart = try await end(of: steps, isTogether: false)
      for (ours, theirs) in zip(together, apart) where ours != theirs {
        return "\(ours), not \(theirs)"
      }
      return together.count == apart.count ? nil : "another number of facts"
    } catch {
      return "threw \(error)"
    }
  }

  /// Makes the writes, and returns their outcomes and the resulting store as text.
  private func end(of steps: [Step], isTogether: Bool) async throws -> [String] {
    let folder = try TestFolder()
    let store = try await folder.open()
    let document = try await store.createDocument(title: "").id
    try await store.append(TestPage.input(0), to: document)
    var facts: [String] = []
    var staged: [StagedPage] = []
    var calls: [@Sendable () async throws -> String] = []
    for step in steps + [.commit] {
      switch step {
      case .commit, .delete:
        let outcomes = await isTogether ? store.together(calls) : store.apart(calls)
        facts += outcomes.map { "\($0)" }
        calls = []
      default: calls.append(try await call(step, store, document, &staged))
      }
      guard case .delete(let page) = step else { continue }
      // A write that frees room has a commit of its own.
      let delete: @Sendable () async throws -> DocumentChange = {
        try await store.delete(PageID(UInt64(page)))
      }
      let deletion = await store.apart([delete])
      facts.append("\(deletion)")
    }
    facts += try await state(of: store, document)
    await store.close()
    guard !TestEngine.isServed else { return facts }
    // What only records know must be the same as well.
    for name in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: folder.store + "/catalogue.sqlite" + name)
    }
    _ = try await PageStore.repair(at: folder.store)
    let repaired = try await folder.open()
    for page in try await repaired.pages(
      in: 0..<(repaired.document(document).pageCount), of: document)
    {
      facts.append("repaired \(page.id) \(page.digest) \(try await repaired.metadata(of: page.id))")
    }
    return facts + ["\(try await repaired.verify().problems)"]
  }

  private func state(of store: PageStore, _ document: DocumentID) async throws -> [String] {
    let found = try await store.document(document)
    var facts = ["\(found.title) \(found.pageCount) \(found.revision)"]
    let pages = try await store.pages(in: 0..<found.pageCount, of: document)
    for page in try await pages + store.trash(of: document) {
      facts.append(
        "\(page.id) \(page.digest) \(page.rotation) \(page.key) \(page.trash?.index ?? -1)")
      facts.append(
        "\(try await store.metadata(of: page.id)) \(try await store.bytes(of: page.id).count)")
    }
    facts += try await store.loggedChanges(after: 0).changes.map { "\($0)" }
    if case .folder(let catalog) = store.engine {
      facts += try catalog.read { db in
        try ChangeLog.changes(of: document, after: max(0, found.revision - 60), in: db)
      }.map { "\($0)" }
    }
    for key in 0..<5 {
      let request = try KeyedStore.request("\(key)")
      facts.append(
        "\(String(describing: try await store.receipt(for: request.key, at: request.time)))")
    }
    return facts + ["\(try await store.isSound())"]
  }

  private func call(
    _ step: Step, _ store: PageStore, _ document: DocumentID, _ staged: inout [StagedPage]
  ) async throws -> @Sendable () async throws -> String {
    switch step {
    case .commit: return { "" }
    case .insert(let number, let index, let revision):
      let page = try await store.stage(TestPage.input(number))
      staged.append(page)
      let change = StoreChangeset(insertions: [.init(index: index, page: page)])
      return { "\(try await store.apply(change, to: document, expecting: revision))" }
    case .insertAgain(let place):
      guard place < staged.count else {
        return try await call(.rename(place), store, document, &staged)
      }
      let page = staged[place]
      return { "\(try await store.perform(.insert(page, before: nil, of: document)))" }
    case .insertBefore(let number, let next):
      let page = try await store.stage(TestPage.input(number))
      return {
        "\(try await store.perform(.insert(page, before: PageID(UInt64(next)), of: document)))"
      }
    case .replace(let index, let number):
      let page = try await store.stage(TestPage.input(number))
      let change = StoreChangeset(replacements: [.init(index: index, content: page)])
      return { "\(try await store.apply(change, to: document))" }
    default: return try Self.edit(step, store, document, try await store.stage(TestPage.input(9)))
    }
  }

  private static func edit(
    _ step: Step, _ store: PageStore, _ document: DocumentID, _ spare: StagedPage
  ) throws -> @Sendable () async throws -> String {
    func id(_ page: Int) -> PageID { PageID(UInt64(page)) }
    switch step {
    case .move(let page, let index):
      return { [page = id(page)] in "\(try await store.move(page, to: index))" }
    case .rotate(let page, let key?):
      let request = try KeyedStore.request("\(key)")
      return { [page = id(page)] in
        "\(try await store.perform(.rotate(page, by: .clockwise), once: request) { _, _ in [1] })"
      }
    case .rotate(let page, nil):
      return { [page = id(page)] in "\(try await store.rotate(page, by: .clockwise))" }
    case .restore(let page): return { [page = id(page)] in "\(try await store.restore(page))" }
    case .rename(let number):
      return {
        let title = "title \(number)"
        return try await store.perform(.updateDocument(document, title: title)).title
      }
    case .describe(let page, let number):
      return { [page = id(page)] in
        "\(try await store.perform(.updateMetadata(of: [page]) { $0.source = "\(number)" }))"
      }
    default:
      return {
        try await store.perform(.insert(spare, before: nil, of: document)) {
          (_, _) throws(PageStoreError) -> String in throw .keyReused
        }
      }
    }
  }
}
