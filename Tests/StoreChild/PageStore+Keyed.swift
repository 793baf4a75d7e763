// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestData
import PageStorage

extension PageStore {
  /// Makes an edit at most once under a key.
  ///
  /// - Returns: The response: the revision after the edit.
  /// - Throws: What a keyed edit can throw.
  @discardableResult
  func repeatable(
    _ key: String, _ edit: StoreEdit<DocumentChange>
  ) async throws(PageStoreError) -> String {
    let outcome = try await perform(edit, once: .test(key)) { change, _ in
      Array("\(change.revision)".utf8)
    }
    return String(decoding: outcome.response, as: UTF8.self)
  }
}

extension KeyedRequest {
  /// A request whose digest does not depend on the edit.
  static func test(_ key: String) -> KeyedRequest {
    guard let digest = ContentDigest(repeatElement(7, count: ContentDigest.byteCount)) else {
      preconditionFailure("the length of a digest")
    }
    return KeyedRequest(key: EditKey(key), digest: digest)
  }
}

extension CrashWorker {
  /// Makes an edit under a key that is the same for each process.
  ///
  ///     once NUMBER          appends a page, and returns its ID
  ///     once-rotate PAGE     and once-delete PAGE return the revision
  ///     once-together NUMBER COUNT
  ///                          appends pages in one commit, each under its own key
  ///
  /// - Returns: The responses as words.
  /// - Throws: What a keyed edit can throw.
  func makeOnce(_ words: [String]) async throws(PageStoreError) -> [String] {
    let number = Int(words[1]) ?? 0
    let page = PageID(UInt64(number))
    let key = words.joined(separator: " ")
    switch words[0] {
    case "once-together": return try await appendTogether(number..<number + (Int(words[2]) ?? 0))
    case "once-rotate": return [try await store.repeatable(key, .rotate(page, by: .clockwise))]
    case "once-delete": return [try await store.repeatable(key, .delete([page]))]
    default: break
    }
    let staged = try await store.stage(.bytes(CrashPage.bytes(number)))
    let outcome = try await store.perform(
      .insert([staged], of: document), once: .test(key)
    ) { pages, _ in Array("\(pages[0].id.rawValue)".utf8) }
    return [String(decoding: outcome.response, as: UTF8.self)]
  }
}
