// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import FoundationEssentials
  import PostgreSQLClient

  extension RemoteTransaction {
    private static let changeColumns = "id, document, revision, parts, checksum"

    func firstChangeNumber() throws -> Int64 {
      try ask("SELECT min(id) FROM change")[0].optionalInteger(0) ?? 0
    }

    func lastChangeNumber() throws -> Int64 {
      if let known = try caches.lastChange.row(true) { return known ?? 0 }
      throw Question([Self.lastChangePart])
    }

    /// A part of a question that loads the number of the last change.
    static let lastChangePart = Question.Part("SELECT max(id) FROM change", []) {
      transaction, rows in
      transaction.caches.lastChange.load(true, .success(try rows[0].optionalInteger(0)))
    }

    func changes(after number: Int64, limit: Int) throws -> [LoggedChange] {
      try ask(
        "SELECT \(Self.changeColumns) FROM change WHERE id > $1 ORDER BY id LIMIT $2",
        [.integer(number), .integer(Int64(limit))]
      ).map(Self.change)
    }

    func changes(
      of document: DocumentID, afterRevision revision: Int, limit: Int
    ) throws -> [LoggedChange] {
      try ask(
        """
        SELECT \(Self.changeColumns) FROM change WHERE document = $1 AND revision > $2 \
        ORDER BY revision LIMIT $3
        """, [.integer(document.rawValue), .integer(Int64(revision)), .integer(Int64(limit))]
      ).map(Self.change)
    }

    private static func change(_ row: Row) throws -> LoggedChange {
      let change = ChangeRow(
        number: try row.integer(0), document: DocumentID(try row.integer(1)),
        revision: Int(try row.integer(2)), parts: try row.optionalBytes(3).map { Data($0) })
      return LoggedChange(row: change, isSound: try row.integer(4) == change.checksum.stored)
    }

    func changedDocuments(after number: Int64, limit: Int) throws -> Set<DocumentID>? {
      let rows = try ask(
        "SELECT document FROM change WHERE id > $1 LIMIT $2",
        [.integer(number), .integer(Int64(limit))])
      guard rows.count < limit else { return nil }
      return Set(try rows.map { DocumentID(try $0.integer(0)) })
    }

    func insert(_ change: ChangeRow) {
      loggedChangeCount += 1
      write(
        "INSERT INTO change VALUES ($1, $2, $3, $4, $5)",
        [
          .integer(change.number), .integer(change.document.rawValue),
          .integer(Int64(change.revision)), .bytes(change.parts.map { Array($0) }),
          .integer(change.checksum.stored),
        ])
      caches.lastChange.write(true, change.number)
      caches.loggedDocuments.write(change.document, true)
    }

    func removeChanges(through number: Int64) {
      // The last one stays.
      write("DELETE FROM change WHERE id <= $1", [.integer(number)])
    }

    func removeChanges(of document: DocumentID) {
      keepsRows = false
      write(
        "DELETE FROM change WHERE document = $1 AND revision > 0", [.integer(document.rawValue)])
      caches.lastChange.forget(true)
    }
  }

  // MARK: - Counters

  extension RemoteTransaction {
    func counter(_ name: CounterRow) throws -> Int64? {
      guard let found = try counterRow(name), found.isSound else { return nil }
      return found.number
    }

    func isMissing(_ name: CounterRow) throws -> Bool { try counterRow(name) == nil }

    private func counterRow(_ name: CounterRow) throws -> (number: Int64, isSound: Bool)? {
      if let row = try caches.counters.row(name) { return row }
      throw Question([Self.countersPart])
    }

    /// A part of a question that loads all counters.
    static let countersPart = Question.Part("SELECT name, next, checksum FROM counter", []) {
      transaction, rows in
      for row in rows {
        guard let name = CounterRow(rawValue: try row.text(0)) else { continue }
        let number = try row.integer(1)
        let isSound = try row.integer(2) == name.checksum(number).stored
        transaction.caches.counters.load(name, .success((number, isSound)))
      }
      for name in CounterRow.allCases { transaction.caches.counters.load(name, .success(nil)) }
    }

    func set(_ name: CounterRow, to number: Int64) {
      write(
        """
        INSERT INTO counter VALUES ($1, $2, $3) \
        ON CONFLICT (name) DO UPDATE SET next = excluded.next, checksum = excluded.checksum
        """, [.text(name.rawValue), .integer(number), .integer(name.checksum(number).stored)])
      caches.counters.write(name, (number, true))
    }
  }
#endif
