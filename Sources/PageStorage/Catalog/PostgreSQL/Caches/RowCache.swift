// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  /// The rows of one table that a transaction knows.
  ///
  /// What was loaded stays for all runs of the transaction; what a run writes is forgotten when the next one
  /// begins.
  struct RowCache<Key: Hashable, Row> {
    /// A row as it is after a run has forgotten it a number of times.
    fileprivate struct Place: Hashable {
      let key: Key
      let forgottenCount: Int
    }

    private var loaded: [Place: Result<Row?, PageStoreError>] = [:]
    private var written: [Key: Row?] = [:]
    private var forgottenCounts: [Key: Int] = [:]
    /// Whether a row was loaded after it was forgotten.
    private var hasLaterPlaces = false
    /// Whether a row could not be read.
    private(set) var hasDamage = false
    /// What the present turn has replaced, to undo it.
    private var replaced: [(key: Key, row: Row??, forgottenCount: Int)] = []

    private func place(_ key: Key) -> Place {
      Place(key: key, forgottenCount: forgottenCounts[key] ?? 0)
    }

    /// Returns a row, `nil` if there is none; the outer `nil` means that it has to be loaded.
    func row(_ key: Key) throws(PageStoreError) -> Row?? {
      if let row = written[key] { return .some(row) }
      guard let row = loaded[place(key)] else { return nil }
      return .some(try row.get())
    }

    /// Returns the keys whose rows have to be loaded; damage is reported by whoever reads a row.
    func missing(_ keys: [Key]) -> [Key] {
      keys.filter { key in
        do { return try row(key) == nil } catch { return false }
      }
    }

    /// Notes a row, or that there is none, or why it cannot be read.
    mutating func load(_ key: Key, _ row: Result<Row?, PageStoreError>) {
      let place = place(key)
      guard loaded[place] == nil else { return }
      loaded[place] = row
      if place.forgottenCount > 0 { hasLaterPlaces = true }
      if case .failure = row { hasDamage = true }
    }

    /// Notes a row, or that there is none.
    mutating func load(_ key: Key, from row: Result<Row?, PageStoreError>?) {
      load(key, row ?? .success(nil))
    }

    /// Notes a row that the present run writes, `nil` for one that it removes.
    mutating func write(_ key: Key, _ row: Row?) {
      noteReplacement(of: key)
      written[key] = .some(row)
    }

    /// Forgets a row that the present run has changed on the server.
    mutating func forget(_ key: Key) {
      noteReplacement(of: key)
      written[key] = nil
      forgottenCounts[key, default: 0] += 1
    }

    /// The rows that the present run has written.
    var writtenRows: [Key: Row?] { written }

    /// Begins the next run.
    mutating func beginRun() {
      written.removeAll(keepingCapacity: true)
      forgottenCounts.removeAll()
      beginTurn()
    }

    /// Begins a part of a run that can be undone.
    mutating func beginTurn() { replaced.removeAll(keepingCapacity: true) }

    /// Undoes what was written and forgotten since the turn began.
    mutating func undoTurn() {
      for (key, row, forgottenCount) in replaced.reversed() {
        written[key] = row
        forgottenCounts[key] = forgottenCount
      }
      beginTurn()
    }

    /// Whether the present run has changed rows on the server that it does not know.
    var hasForgottenRows: Bool { forgottenCounts.values.contains { $0 > 0 } }

    /// Returns a row as it was before the present run, `nil` if it was not loaded.
    func loadedRow(_ key: Key) -> Row? {
      (try? loaded[Place(key: key, forgottenCount: 0)]?.get()).flatMap(\.self)
    }

    /// Removes what the condition does not hold for; `nil` are rows that do not exist.
    mutating func keepRows(where condition: (Key, Row?) -> Bool) {
      loaded = loaded.filter { place, row in
        guard case .success(let row) = row else { return false }
        return condition(place.key, row)
      }
    }

    /// The number of rows that are known, also of those that do not exist.
    var count: Int { loaded.count }

    /// Returns the sum of a measure of all rows that were loaded.
    func total(_ measure: (Row) -> Int) -> Int {
      loaded.values.reduce(0) { sum, row in
        sum + ((try? row.get()).flatMap(\.self).map(measure) ?? 0)
      }
    }

    /// Turns the rows that are known after the last run into those of the next transaction.
    mutating func settle() {
      for key in forgottenCounts.keys {
        loaded[Place(key: key, forgottenCount: 0)] = loaded[place(key)]
      }
      if hasLaterPlaces {
        // Also those of runs whose turns were undone.
        loaded = loaded.filter { $0.key.forgottenCount == 0 }
        hasLaterPlaces = false
      }
      for (key, row) in written { loaded[Place(key: key, forgottenCount: 0)] = .success(row) }
      beginRun()
    }

    private mutating func noteReplacement(of key: Key) {
      replaced.append((key, written[key], forgottenCounts[key] ?? 0))
    }
  }

  extension RowCache: Sendable where Key: Sendable, Row: Sendable {}

  extension RowCache.Place: Sendable where Key: Sendable {}
#endif
