// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import GalleryModel
import GalleryTestSupport
import PageStorage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A program to be killed: it changes a store and says what it has done.
///
///     store-crash-child FOLDER random SEED     changes until it is killed
///     store-crash-child FOLDER OPERATION...    one change, for example `delete 17`
///
/// Before a change it prints `begin` and the change, after it `done` and the change with the pages
/// that are new, or `failed` and the code of the error. Each line is one call of `write`, so that it
/// is outside of the process when the next one begins.
@main struct StoreCrashChild {
  static func main() async {
    let arguments = CommandLine.arguments
    guard arguments.count >= 3 else { exit(2) }
    do throws(PageStoreError) {
      let store = try await PageStore.open(at: arguments[1])
      guard let document = try await store.documents().first?.id else { exit(3) }
      let worker = CrashWorker(store: store, document: document)
      if arguments[2] == "random" {
        var random = SeededGenerator(seed: UInt64(arguments[3]) ?? 0)
        while true { try await worker.run(worker.randomChange(&random)) }
      }
      try await worker.run(arguments.dropFirst(2).joined(separator: " "))
    } catch {
      CrashWorker.say("failed \(error.code)")
      exit(1)
    }
  }
}

struct CrashWorker {
  let store: PageStore
  let document: DocumentID

  static func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    // Once more, for the case that this is the call that was made to fail.
    if write(1, bytes, bytes.count) < 0 { _ = write(1, bytes, bytes.count) }
  }

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
    Self.say("begin \(change)")
    let new = try await make(change.split(separator: " ").map(String.init))
    Self.say((["done", change] + new.map { "\($0.rawValue)" }).joined(separator: " "))
  }

  /// Makes a change and returns the new pages.
  private func make(_ words: [String]) async throws(PageStoreError) -> [PageID] {
    let numbers = words.dropFirst().map { Int($0) ?? 0 }
    let page = PageID(UInt64(numbers.first ?? 0))
    switch words[0] {
    case "append":
      return [try await store.append(.bytes(CrashPage.bytes(numbers[0])), to: document).id]
    case "ingest":
      let inputs = (0..<numbers[1]).map { PageInput.bytes(CrashPage.bytes(numbers[0] + $0)) }
      var ids: [PageID] = []
      for outcome in await store.ingest(inputs, into: document) { ids.append(try outcome.get().id) }
      return ids
    case "delete": try await store.delete(page)
    case "restore": try await store.restore(page)
    case "move": try await store.move(page, to: numbers[1])
    case "replace":
      _ = try await store.replace(page, with: .bytes(CrashPage.bytes(numbers[1])))
    case "rotate": try await store.rotate(page, by: .clockwise)
    case "purge": try await store.purge(deletedBefore: .distantFuture)
    default: exit(2)
    }
    return []
  }
}
