// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import FoundationEssentials
  import PostgreSQLClient

  extension RemoteTransaction {
    static let documentColumns =
      "id, root, page_count, revision, modified, trashed, state_checksum, title, metadata, created, "
      + "checksum"

    /// How many rows of a list come at a time.
    private static let portion = 256

    func document(_ id: DocumentID) throws -> DocumentRow? {
      if let row = try caches.documents.row(id) { return row }
      throw Question(parts(ofDocument: id))
    }

    func documentState(_ id: DocumentID) throws -> DocumentState? { try document(id)?.state }

    func lastDocumentNumber() throws -> Int64 {
      if let known = try caches.lastNumbers.row(.document) { return known ?? 0 }
      let sql = "SELECT number FROM last_number WHERE name = 'document'"
      throw Question([
        Question.Part(sql, []) { transaction, rows in
          transaction.caches.lastNumbers.load(.document, .success(try rows.firstRow().integer(0)))
        }
      ])
    }

    /// The parts of a question about a document, with its order; an edit asks for the last numbers next.
    func parts(ofDocument id: DocumentID) -> [Question.Part] {
      parts(ofDocuments: "$1", .integers([id.rawValue])) { transaction, keys in
        for key in keys.integerKeys {
          transaction.caches.documents.load(DocumentID(key), .success(nil))
        }
      }
    }

    /// The parts of a question about the documents of pages.
    func parts(ofDocumentsOf pages: Parameter) -> [Question.Part] {
      parts(ofDocuments: "ARRAY(SELECT document FROM page WHERE id = ANY($1))", pages) { _, _ in }
    }

    /// The parts of a question about documents.
    ///
    /// - Parameters:
    ///   - documents: The documents, an array in SQL.
    ///   - keys: The parameter of the array.
    ///   - noteMissing: Notes the documents that do not exist.
    /// - Returns: The parts.
    private func parts(
      ofDocuments documents: String, _ keys: Parameter,
      _ noteMissing: @escaping @Sendable (RemoteTransaction, Parameter) -> Void
    ) -> [Question.Part] {
      let parts = [
        Question.Part(
          "SELECT \(Self.documentColumns) FROM document WHERE id = ANY(\(documents))", keys: keys
        ) { transaction, rows, keys in
          for row in rows {
            transaction.caches.documents.load(
              DocumentID(try row.integer(0)), try Self.document(row))
          }
          noteMissing(transaction, keys)
        },
        Self.innerNodes(ofDocuments: documents, keys), Self.countersPart,
      ]
      guard !isReading else { return parts }
      return parts + [
        // The last deletion of each is at the end of an index.
        Question.Part(
          """
          SELECT id, (SELECT trashed FROM page WHERE page.document = document.id \
          AND trashed IS NOT NULL ORDER BY trashed DESC LIMIT 1) \
          FROM document WHERE id = ANY(\(documents))
          """, keys: keys
        ) { transaction, rows, _ in
          for row in rows {
            transaction.caches.lastDeletions.load(
              DocumentID(try row.integer(0)), .success(try row.optionalInteger(1)))
          }
        },
        Self.lastChangePart,
      ]
    }

    private static func document(_ row: Row) throws -> Result<DocumentRow?, PageStoreError> {
      let found = try uncheckedDocument(row)
      return found.isSound
        ? .success(found.row) : .failure(.corrupted(.document(found.row.state.id)))
    }

    /// Reads the columns of ``documentColumns``.
    static func uncheckedDocument(_ row: Row) throws -> UncheckedRow<DocumentRow> {
      var state = DocumentState(id: DocumentID(try row.integer(0)), modified: try row.integer(4))
      state.root = try row.integer(1)
      state.count = Int(try row.integer(2))
      state.revision = Int(try row.integer(3))
      state.trashed = try row.optionalInteger(5)
      let document = DocumentRow(
        title: String(decoding: try row.bytes(7), as: UTF8.self),
        metadata: String(decoding: try row.bytes(8), as: UTF8.self), created: try row.integer(9),
        state: state)
      let isSound =
        try state.isPlausible && state.checksum.stored == row.integer(6)
        && document.checksum.stored == row.integer(10)
      return UncheckedRow(row: document, isSound: isSound)
    }
  }

  // MARK: - Lists

  extension RemoteTransaction {
    func readDocuments(
      in order: DocumentOrder, after start: DocumentCursor?, _ take: (DocumentCursor) throws -> Bool
    ) throws {
      let condition =
        switch order {
        case .oldest: "id > $1 ORDER BY id"
        case .newest: "id < $1 ORDER BY id DESC"
        case .modified: "(modified, id) < ($2, $1) ORDER BY modified DESC, id DESC"
        }
      var (document, modified) = (order == .oldest ? Int64.min : .max, Int64.max)
      if let start { (document, modified) = (start.document, start.modified) }
      while true {
        let rows = try ask(
          "SELECT id, modified, $2 FROM document WHERE \(condition) LIMIT \(Self.portion)",
          [.integer(document), .integer(modified)])
        for row in rows {
          (document, modified) = (try row.integer(0), try row.integer(1))
          let cursor = DocumentCursor(order: order, document: document, modified: modified)
          guard try take(cursor) else { return }
        }
        if rows.count < Self.portion { return }
      }
    }

    func readDocuments(_ take: (Result<DocumentRow, any Error>) throws -> Void) throws {
      var last = Int64.min
      while true {
        let rows = try ask(
          "SELECT \(Self.documentColumns) FROM document WHERE id > $1 ORDER BY id LIMIT \(Self.portion)",
          [.integer(last)])
        for row in rows {
          last = try row.integer(0)
          switch try Self.document(row) {
          case .success(let document): if let document { try take(.success(document)) }
          case .failure(let error): try take(.failure(error))
          }
        }
        if rows.count < Self.portion { return }
      }
    }

    func readDocuments(
      withMetadata key: String, after floor: DocumentID, _ take: (DocumentRow) throws -> Bool
    ) throws {
      var last = Int64.max
      while true {
        let rows = try ask(
          """
          SELECT \(Self.documentColumns) FROM document WHERE trashed IS NULL AND id > $1 AND id < $2 \
          AND position($3 IN metadata) > 0 ORDER BY id DESC LIMIT \(Self.portion)
          """, [.integer(floor.rawValue), .integer(last), .bytes(Array("\"\(key)\"".utf8))])
        for row in rows {
          last = try row.integer(0)
          // Skip damaged entries of other documents.
          guard case .success(let document?) = try Self.document(row) else { continue }
          guard try take(document) else { return }
        }
        if rows.count < Self.portion { return }
      }
    }
  }

  // MARK: - Writing

  extension RemoteTransaction {
    func insert(_ document: DocumentRow) {
      let state = document.state
      write(
        "INSERT INTO document (\(Self.documentColumns)) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
        [.integer(state.id.rawValue)] + Self.parameters(of: state) + Self.parameters(of: document))
      write(
        "UPDATE last_number SET number = greatest(number, $1) WHERE name = 'document'",
        [.integer(state.id.rawValue)], rowCount: 0)
      noteNumber(state.id.rawValue, of: .document)
      caches.documents.write(state.id, document)
    }

    /// Notes that a row with a number was added; the last one is asked for again if it is not known.
    func noteNumber(_ number: Int64, of table: NumberedTable) {
      if let last = try? caches.lastNumbers.row(table) {
        caches.lastNumbers.write(table, max(last ?? 0, number))
      } else {
        caches.lastNumbers.forget(table)
      }
    }

    func update(_ document: DocumentRow) throws {
      let state = document.state
      write(
        """
        UPDATE document SET root = $2, page_count = $3, revision = $4, modified = $5, trashed = $6, \
        state_checksum = $7, title = $8, metadata = $9, created = $10, checksum = $11 WHERE id = $1
        """,
        [.integer(state.id.rawValue)] + Self.parameters(of: state) + Self.parameters(of: document))
      caches.documents.write(state.id, document)
    }

    func update(_ state: DocumentState) throws {
      var row = try document(state.id)
      write(
        """
        UPDATE document SET root = $2, page_count = $3, revision = $4, modified = $5, trashed = $6, \
        state_checksum = $7 WHERE id = $1
        """, [.integer(state.id.rawValue)] + Self.parameters(of: state))
      row?.state = state
      caches.documents.write(state.id, row)
    }

    func removeDocument(_ id: DocumentID) {
      write("DELETE FROM document WHERE id = $1", [.integer(id.rawValue)])
      caches.documents.write(id, nil)
    }

    private static func parameters(of state: DocumentState) -> [Parameter] {
      [
        .integer(state.root), .integer(Int64(state.count)), .integer(Int64(state.revision)),
        .integer(state.modified), .integer(state.trashed), .integer(state.checksum.stored),
      ]
    }

    private static func parameters(of document: DocumentRow) -> [Parameter] {
      [
        .bytes(Array(document.title.utf8)), .bytes(Array(document.metadata.utf8)),
        .integer(document.created), .integer(document.checksum.stored),
      ]
    }
  }
#endif
