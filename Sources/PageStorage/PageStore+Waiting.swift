// SPDX-License-Identifier: Apache-2.0

extension PageStore {
  /// Runs rules that read with one statement, on the caller's thread, which waits for a server.
  func waitingLookUp<Value: Sendable>(
    _ rules: @escaping @Sendable (any CatalogTransaction) throws -> Value
  ) throws(PageStoreError) -> Value {
    switch engine {
    case .folder(let catalog): try catalog.lookUp { db in try rules(db) }
    case .served(let store):
      try BlockingWork.waiting { () async throws(PageStoreError) in try await store.read(rules) }
    }
  }

  /// Runs rules that read from one state of the store, on the caller's thread, which waits for a server.
  func waitingRead<Value: Sendable>(
    _ rules: @escaping @Sendable (any CatalogTransaction) throws -> Value
  ) throws(PageStoreError) -> Value {
    switch engine {
    case .folder(let catalog): try catalog.read { db in try rules(db) }
    case .served: try waitingLookUp(rules)
    }
  }

  /// Returns the bytes of an original, on the caller's thread, which waits for a server.
  func waitingBytes(_ digest: ContentDigest, limit: Int) throws(PageStoreError) -> [UInt8] {
    switch engine {
    case .folder: try folder.verifiedBytes(digest, limit: limit)
    case .served(let store):
      try BlockingWork.waiting { () async throws(PageStoreError) in
        try await store.blobs.bytes(of: digest, limit: limit)
      }
    }
  }
}
