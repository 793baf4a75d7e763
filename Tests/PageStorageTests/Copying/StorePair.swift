// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import GalleryTestSupport

@testable import PageStorage

/// A store and its copy, one of them on the engine of the tests and the other one in a folder.
final class StorePair {
  private let tested: TestFolder
  private let local: TestFolder
  private let isServedFirst: Bool
  private(set) var source: PageStore
  private(set) var target: PageStore

  /// Makes two new stores.
  ///
  /// - Parameter isServedFirst: Whether the store is on the engine of the tests, and not its copy.
  /// - Throws: The errors of opening stores.
  init(isServedFirst: Bool) async throws {
    (tested, local) = (try TestFolder(), try TestFolder())
    self.isServedFirst = isServedFirst
    (source, target) = try await Self.open(tested, local, isServedFirst)
  }

  private static func open(
    _ tested: TestFolder, _ local: TestFolder, _ isServedFirst: Bool
  ) async throws -> (source: PageStore, target: PageStore) {
    let configuration = PageStoreConfiguration(reserveByteCount: 0)
    let local = try await PageStore.open(at: local.store, configuration: configuration)
    let tested = try await tested.open()
    return isServedFirst ? (tested, local) : (local, tested)
  }

  /// Brings the copy up to date.
  func copy() async throws -> StoreCopyReport {
    var copy = StoreCopy(of: source, to: target)
    return try await copy.run()
  }

  func close() async {
    await source.close()
    await target.close()
  }

  /// Does something to the store, which has a path, while both are closed.
  func whileClosed(_ body: (_ path: String) async throws -> Void) async throws {
    let path = source.path
    await close()
    try await body(path)
    (source, target) = try await Self.open(tested, local, isServedFirst)
  }

  /// Changes rows of both stores behind their back.
  func alter(source lost: [String] = [], target lostInCopy: [String] = []) async throws {
    try await whileClosed { _ in
      for statement in isServedFirst ? lost : lostInCopy { try await tested.alterRows(statement) }
      for statement in isServedFirst ? lostInCopy : lost {
        try await local.alterRows(statement, isServed: false)
      }
    }
  }

  /// Returns the file of an original of the store, which exists only once.
  func originalPath(_ digest: ContentDigest) -> String {
    let text = digest.description
    return isServedFirst
      ? tested.original(digest) : "\(local.store)/blobs/\(text.prefix(2))/\(text.dropFirst(2))"
  }

  /// Adds two documents of pages with bytes of their own: one of six, two of them in the trash, and one of three.
  ///
  /// - Returns: The first document, and its pages, of which the second and the fifth are in the trash.
  func fill() async throws -> (DocumentID, [PageID]) {
    let document = try await source.createDocument(title: "Lease").id
    for number in 1...6 { try await source.append(TestPage.input(number), to: document) }
    let pages = try await source.pageIDs(of: document)
    for page in pages {
      try await source.setMetadata(PageMetadata(fileName: "\(page).png"), of: page)
    }
    try await source.delete(pages[1], pages[4])
    let other = try await source.createDocument(title: "Rent").id
    for number in 7...9 { try await source.append(TestPage.input(number), to: other) }
    return (document, pages)
  }
}
