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

/// A process that uses a store with read access or less; each part is a process of its own.
///
/// It prints `page PAGE NUMBER` for each page that can be read, `CALL refused CODE` or `CALL made`
/// for each attempted change, and `end PART`.
struct ReadOnlyVisitor {
  let path: String

  func run(_ words: [String]) async throws(PageStoreError) {
    switch words[0] {
    case "make": try await make()
    case "crash": try await crash()
    case "read": try await read()
    case "write": try await write()
    case "follow": try await follow(count: Int(words[1]) ?? 0)
    default: exit(2)
    }
    StoreChild.say("end \(words[0])")
  }

  private func make() async throws(PageStoreError) {
    let store = try await PageStore.open(at: path)
    let document = try await store.createDocument(title: "read only").id
    for number in 0..<4 {
      _ = try await store.append(.bytes(CrashPage.bytes(number)), to: document)
    }
    await store.close()
  }

  /// Leaves changes in the catalog's log.
  private func crash() async throws(PageStoreError) {
    let store = try await PageStore.open(at: path)
    let document = try await store.documents()[0].id
    for number in 4..<6 {
      _ = try await store.append(.bytes(CrashPage.bytes(number)), to: document)
    }
    StoreChild.say("end crash")
    kill(getpid(), SIGKILL)
  }

  private func openForReading() async throws(PageStoreError) -> PageStore {
    try await PageStore.open(
      at: path, configuration: PageStoreConfiguration(access: .readOnly, lockTimeout: .zero))
  }

  private func read() async throws(PageStoreError) {
    let store = try await openForReading()
    try await list(store)
    StoreChild.say("sound \(try await store.verify().isSound)")
    try await attemptAll(store)
    await store.close()
  }

  private func list(_ store: PageStore) async throws(PageStoreError) {
    let document = try await store.documents()[0]
    let ids = try await store.pageIDs(of: document.id)
    let pages = try await store.pages(in: 0..<document.pageCount, of: document.id)
    guard pages.map(\.id) == ids else { return StoreChild.say("other pages") }
    for page in pages {
      let bytes = try await store.bytes(of: page.id)
      let number = Int(bytes.last ?? 0)
      let ratio = try await store.aspectRatio(of: page.id)
      let isSame = bytes == CrashPage.bytes(number) && ratio == Double(256 + number) / 256
      StoreChild.say("page \(page.id.rawValue) \(isSame ? number : -1)")
    }
  }

  /// Waits until the document has `count` pages, which other processes add.
  private func follow(count: Int) async throws(PageStoreError) {
    let store = try await openForReading()
    try await list(store)
    StoreChild.say("following")
    let document = try await store.documents()[0].id
    // At most a minute; pages still missing are missing in the output.
    for _ in 0..<60_000 where try await store.document(document).pageCount < count { usleep(1_000) }
    try await list(store)
    await store.close()
  }

  /// Opens the store for changes, and repairs it.
  private func write() async throws(PageStoreError) {
    await attempt("open") { () async throws(PageStoreError) in
      await (try await PageStore.open(at: path)).close()
    }
    await attempt("repair") { () async throws(PageStoreError) in
      _ = try await PageStore.repair(at: path)
    }
  }
}

// MARK: - Changes

extension ReadOnlyVisitor {
  private func attempt(_ name: String, _ body: () async throws(PageStoreError) -> Void) async {
    do throws(PageStoreError) {
      try await body()
      StoreChild.say("\(name) made")
    } catch {
      StoreChild.say("\(name) refused \(error.code)")
    }
  }

  private func attemptAll(_ store: PageStore) async throws(PageStoreError) {
    let document = try await store.documents()[0].id
    let page = try await store.pageIDs(of: document)[0]
    let input = PageInput.bytes(CrashPage.bytes(9))
    let calls: [(String, () async throws(PageStoreError) -> Void)] = [
      (
        "create",
        { () async throws(PageStoreError) in _ = try await store.createDocument(title: "") }
      ),
      (
        "append",
        { () async throws(PageStoreError) in _ = try await store.append(input, to: document) }
      ),
      ("stage", { () async throws(PageStoreError) in _ = try await store.stage(input) }),
      ("delete", { () async throws(PageStoreError) in try await store.delete(page) }),
      ("move", { () async throws(PageStoreError) in try await store.move(page, to: 2) }),
      ("rotate", { () async throws(PageStoreError) in try await store.rotate(page, by: .half) }),
      (
        "replace",
        { () async throws(PageStoreError) in _ = try await store.replace(page, with: input) }
      ),
      ("duplicate", { () async throws(PageStoreError) in _ = try await store.duplicate(document) }),
      ("purge", { () async throws(PageStoreError) in _ = try await store.purge() }),
    ]
    for (name, call) in calls { await attempt(name, call) }
    let outcome = await store.ingest([input], into: document)[0]
    await attempt("ingest") { () async throws(PageStoreError) in _ = try outcome.get() }
  }
}
