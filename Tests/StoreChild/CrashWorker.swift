// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import GalleryModel
import GalleryTestData
import PageStorage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A process that changes a document until it is killed.
///
/// Before a change it prints `begin` and the change. After it, it prints `done`, the change, and
/// for each page added the ID, or `-` if the page was refused; or `failed` and the code of the
/// error.
struct CrashWorker {
  let store: PageStore
  let document: DocumentID

  func randomChange(_ random: inout SeededGenerator) async throws(PageStoreError) -> String {
    let count = try await store.document(document).pageCount
    let pages = try await store.pages(in: 0..<count, of: document)
    let trash = try await store.trash(of: document)
    let number = Int.random(in: 0..<40, using: &random)
    guard let page = pages.randomElement(using: &random)?.id.rawValue else {
      return "ingest \(number) 3"
    }
    switch Int.random(in: 0..<12, using: &random) {
    case 0..<3: return count < 30 ? "append \(number)" : "delete \(page)"
    case 3: return count < 30 ? "ingest \(number) 4" : "delete \(page)"
    case 4..<6: return "delete \(page)"
    case 6: return trash.first.map { "restore \($0.id.rawValue)" } ?? "append \(number)"
    case 7..<9: return "move \(page) \(Int.random(in: 0..<count, using: &random))"
    case 9: return "replace \(page) \(number)"
    case 10: return "rotate \(page)"
    default: return "purge"
    }
  }

  func run(_ change: String) async throws(PageStoreError) {
    StoreChild.say("begin \(change)")
    let new = try await make(change.split(separator: " ").map(String.init))
    StoreChild.say((["done", change] + new).joined(separator: " "))
  }

  /// Makes a change; prints the error if it fails.
  func attempt(_ change: String) async {
    do throws(PageStoreError) {
      try await run(change)
    } catch {
      StoreChild.say("failed \(error.code)")
    }
  }

  /// Makes a change and returns a word for each new page.
  private func make(_ words: [String]) async throws(PageStoreError) -> [String] {
    let numbers = words.dropFirst().map { Int($0) ?? 0 }
    let page = PageID(UInt64(numbers.first ?? 0))
    switch words[0] {
    case "append":
      let page = try await store.append(.bytes(CrashPage.bytes(numbers[0])), to: document)
      return ["\(page.id.rawValue)"]
    case "ingest":
      return try Self.words(await store.ingest(Self.inputs(numbers), into: document))
    case "new":
      return try Self.words(
        await store.ingest(Self.inputs(numbers), intoNewDocumentTitled: "new").outcomes)
    case "delete": try await store.delete(page)
    case "restore": try await store.restore(page, at: 0)
    case "move": try await store.move(page, to: numbers[1])
    case "replace":
      _ = try await store.replace(page, with: .bytes(CrashPage.bytes(numbers[1])))
    case "rotate": try await store.rotate(page, by: .clockwise)
    case "purge": try await store.purge(deletedBefore: .distantFuture)
    case "once", "once-together", "once-rotate", "once-delete": return try await makeOnce(words)
    default: exit(2)
    }
    return []
  }

  /// Returns the inputs with the given numbers.
  private static func inputs(_ numbers: [Int]) -> [PageInput] {
    (0..<numbers[1]).map { .bytes(CrashPage.bytes(numbers[0] + $0)) }
  }

  private static func words(
    _ outcomes: [PageStore.IngestOutcome]
  ) throws(PageStoreError) -> [String] {
    // A batch that stored nothing has failed.
    if outcomes.allSatisfy({ (try? $0.get()) == nil }) { _ = try outcomes[0].get() }
    return outcomes.map { outcome in (try? outcome.get()).map { "\($0.id.rawValue)" } ?? "-" }
  }
}
