// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryPages
import PageStorage
import Testing

/// A store with a document of three pages, and keyed edits of them.
struct KeyedStore {
  /// The date of the first request.
  static let start = Date(timeIntervalSince1970: 1_800_000_000)

  let folder: TestFolder
  let store: PageStore
  let document: DocumentID
  let pages: [PageID]

  init() async throws {
    folder = try TestFolder()
    store = try await folder.open()
    document = try await store.createDocument(title: "Lease").id
    let outcomes = await store.ingest((0..<3).map { TestPage.input($0) }, into: document)
    pages = try outcomes.map { try $0.get().id }
  }

  /// A request.
  ///
  /// - Parameters:
  ///   - key: Its key.
  ///   - number: The byte that its digest consists of.
  ///   - scope: The scope of the key.
  ///   - hours: The time after the first request.
  /// - Returns: The request.
  /// - Throws: The failed expectation.
  static func request(
    _ key: String, _ number: UInt8 = 1, scope: String = "", hours: Double = 0
  ) throws -> KeyedRequest {
    let digest = try #require(ContentDigest([UInt8](repeating: number, count: 32)))
    return KeyedRequest(
      key: EditKey(key, scope: scope), digest: digest,
      time: start.addingTimeInterval(hours * 3_600))
  }

  /// Rotates the first page once; the response is the revision.
  @discardableResult
  func rotate(_ request: KeyedRequest, in other: PageStore? = nil) async throws -> String {
    let outcome = try await (other ?? store).perform(
      .rotate(pages[0], by: .clockwise), once: request
    ) { change, _ in Array("\(change.revision)".utf8) }
    let text = String(decoding: outcome.response, as: UTF8.self)
    return outcome.isRepeated ? "repeated \(text)" : text
  }
}
