// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  /// The rows of one table that a transaction knows.
  ///
  /// What was loaded stays for all runs of the transaction; what a run writes is forgotten when the next one
  /// begins.
  struct RowCache<Key: Hashable, Row> {
    private var loaded: [Key: Result<Row?, PageStoreError>] = [:]
    /// What was loaded after a run had forgotten it.
    private var loadedAgain: [Key: Result<Row?, PageStoreError>] = [:]
    private var written: [Key: Row?] = [:]
    private var forgotten: Set<Key> = []

    /// Returns a row, `nil` if there is none; the outer `nil` means that it has to be loaded.
    func row(_ key: Key) throws(PageStoreError) -> Row?? {
      if let row = written[key] { return .some(row) }
      let known = forgotten.contains(key) ? loadedAgain[key] : loaded[key]
      guard let row = known else { return nil }
      return .some(try row.get())
    }

    /// Notes a row, or that there is none, or why it cannot be read.
    mutating func load(_ key: Key, _ row: Result<Row?, PageStoreError>) {
      if forgotten.contains(key) {
        loadedAgain[key] = row
      } else if loaded[key] == nil {
        loaded[key] = row
      }
    }

    /// Notes a row, or that there is none.
    mutating func load(_ key: Key, from row: Result<Row?, PageStoreError>?) {
      load(key, row ?? .success(nil))
    }

    /// Notes a row that the present run writes, `nil` for one that it removes.
    mutating func write(_ key: Key, _ row: Row?) { written[key] = .some(row) }

    /// Forgets a row that the present run has changed on the server.
    mutating func forget(_ key: Key) {
      written[key] = nil
      forgotten.insert(key)
    }

    /// Begins the next run.
    mutating func beginRun() {
      written.removeAll(keepingCapacity: true)
      forgotten.removeAll()
    }
  }
#endif
