// SPDX-License-Identifier: Apache-2.0

import GalleryClient
import GalleryModel
import PageStorage
import Testing

@testable import PageGallery

/// A document as a source that receives bytes: in a store, or over the network.
protocol TestedDocument: PageSource {
  var id: DocumentID { get }

  /// Receives the bytes of a new page.
  func receive(_ bytes: [UInt8]) async throws -> Page

  /// Receives the bytes that replace a page.
  func receive(_ bytes: [UInt8], replacing page: PageID) async throws -> PageShape?
}

extension TestedDocument {
  /// Returns the first change after a version.
  func firstChange(after version: Int) async throws -> PageSourceChange? {
    var changes = self.changes(after: version).makeAsyncIterator()
    return try await changes.next()
  }
}

extension StoredDocument: TestedDocument {
  func receive(_ bytes: [UInt8]) async throws -> Page { try await stage(.bytes(bytes)) }

  func receive(_ bytes: [UInt8], replacing page: PageID) async throws -> PageShape? {
    try await stageReplacement(of: page, with: .bytes(bytes))
  }
}

extension RemoteDocument: TestedDocument {
  func receive(_ bytes: [UInt8]) async throws -> Page { try await stage(bytes) }

  func receive(_ bytes: [UInt8], replacing page: PageID) async throws -> PageShape? {
    try await stageReplacement(of: page, with: bytes)
  }
}

/// The way to a document of a store.
enum SourceKind: String, CaseIterable, Sendable, CustomTestStringConvertible {
  /// In the same process.
  case store
  /// Over a connection to a server.
  case server

  var testDescription: String { rawValue }

  /// Returns a source, and the server if there is one.
  func document(
    _ id: DocumentID, in store: PageStore
  ) async throws -> (any TestedDocument, LoopbackServer?) {
    switch self {
    case .store: return (StoredDocument(id, in: store), nil)
    case .server:
      let server = try await LoopbackServer(store)
      return (try server.document(id), server)
    }
  }
}
