// SPDX-License-Identifier: Apache-2.0

extension PageStore {
  /// Runs rules that read briefly, all in one state of the store.
  ///
  /// - Parameter rules: The rules, which may run several times.
  /// - Returns: Their last result.
  /// - Throws: `PageStoreError`.
  func read<Value: Sendable>(
    _ rules: @Sendable (any CatalogTransaction) throws -> Value
  ) async throws(PageStoreError) -> Value {
    switch engine {
    case .folder(let catalog): try catalog.read { db in try rules(db) }
    case .served(let store): try await store.read(rules)
    }
  }

  /// Runs rules that read with one statement.
  ///
  /// - Parameter rules: The rules, which may run several times.
  /// - Returns: Their last result.
  /// - Throws: `PageStoreError`.
  func lookUp<Value: Sendable>(
    _ rules: @Sendable (any CatalogTransaction) throws -> Value
  ) async throws(PageStoreError) -> Value {
    switch engine {
    case .folder(let catalog): try catalog.lookUp { db in try rules(db) }
    case .served(let store): try await store.read(rules)
    }
  }

  /// Runs rules that may read for long, all in one state of the store.
  ///
  /// In a folder they run on a thread that may block.
  ///
  /// - Parameters:
  ///   - isBrief: Whether the rules ask a server a few times at most, however much they read.
  ///   - rules: The rules, which may run several times.
  /// - Returns: Their last result.
  /// - Throws: `PageStoreError`.
  func readAtLength<Value: Sendable>(
    isBrief: Bool = false, _ rules: @escaping @Sendable (any CatalogTransaction) throws -> Value
  ) async throws(PageStoreError) -> Value {
    switch engine {
    case .folder(let catalog):
      try await BlockingWork.run { () throws(PageStoreError) in
        try catalog.read { db in try rules(db) }
      }
    case .served(let store): try await store.read(isBrief: isBrief, rules)
    }
  }
}
