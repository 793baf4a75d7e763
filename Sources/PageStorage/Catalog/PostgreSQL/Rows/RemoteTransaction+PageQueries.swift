// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import GalleryPages
  import PostgreSQLClient

  extension RemoteTransaction {
    func pages(where query: PageQuery) throws -> [PageID] {
      let (sql, parameters) = query.statement
      return try ask(sql, parameters).map { PageID(UInt64(bitPattern: try $0.integer(0))) }
    }

    func trash(
      of document: DocumentID, after cursor: TrashCursor?, limit: Int
    ) throws -> [TrashCursor] {
      let start = cursor ?? .beginning
      return try ask(
        """
        SELECT trashed, id FROM page WHERE document = $1 AND (trashed, id) < ($2, $3) \
        ORDER BY trashed DESC, id DESC LIMIT $4
        """,
        [
          .integer(document.rawValue), .integer(start.time),
          .integer(Int64(bitPattern: start.page.rawValue)), .integer(Int64(limit)),
        ]
      ).map { row in
        let page = PageID(UInt64(bitPattern: try row.integer(1)))
        return TrashCursor(time: try row.integer(0), page: page)
      }
    }

    func firstPages(ofOriginal id: Int64) throws -> [(document: DocumentID, page: PageID)] {
      try ask(
        "SELECT document, min(id) FROM page WHERE original = $1 GROUP BY document ORDER BY 2",
        [.integer(id)]
      ).map { row in
        (DocumentID(try row.integer(0)), PageID(UInt64(bitPattern: try row.integer(1))))
      }
    }

    func ownerWithoutRow(after document: DocumentID?) throws -> DocumentID? {
      if document == DocumentID(.max) { return nil }
      return try ask(
        """
        SELECT document FROM page WHERE document >= $1 \
        AND NOT EXISTS (SELECT 1 FROM document WHERE document.id = page.document) \
        ORDER BY document LIMIT 1
        """, [.integer(document.map { $0.rawValue + 1 } ?? .min)]
      ).first.map { DocumentID(try $0.integer(0)) }
    }

    func lastDeletion(in document: DocumentID) throws -> Int64? {
      if let known = try caches.lastDeletions.row(document) { return known }
      throw Question([
        Question.Part(
          "SELECT max(trashed) FROM page WHERE document = $1", [.integer(document.rawValue)]
        ) { transaction, rows in
          transaction.caches.lastDeletions.load(
            document, .success(try rows[0].optionalInteger(0)))
        }
      ])
    }

    func deletions(
      in document: DocumentID, after time: Int64
    ) throws -> [(page: PageID, entry: PageRow.TrashEntry)] {
      try ask(
        """
        SELECT id, trashed, trashed_index, trashed_after FROM page \
        WHERE document = $1 AND trashed > $2 ORDER BY id
        """, [.integer(document.rawValue), .integer(time)]
      ).compactMap { row in
        let page = PageID(UInt64(bitPattern: try row.integer(0)))
        return try Self.entry(row, time: 1, index: 2, previous: 3).map { (page, $0) }
      }
    }

    func lastPageNumber() throws -> Int64 {
      try ask("SELECT max(id) FROM page")[0].optionalInteger(0) ?? 0
    }
  }

  // MARK: - SQL

  extension PageQuery {
    fileprivate var statement: (sql: String, parameters: [Parameter]) {
      switch self {
      case .document(let document):
        ("SELECT id FROM page WHERE document = $1", [.integer(document.rawValue)])
      case .trash(let document):
        (
          """
          SELECT id FROM page WHERE document = $1 AND trashed IS NOT NULL \
          ORDER BY trashed DESC, id DESC
          """, [.integer(document.rawValue)]
        )
      case .original(let id):
        ("SELECT id FROM page WHERE original = $1 ORDER BY id", [.integer(id)])
      case .originalInDocument(let id, let document):
        (
          "SELECT id FROM page WHERE original = $1 AND document = $2 ORDER BY id",
          [.integer(id), .integer(document.rawValue)]
        )
      case .visibleWithOriginal(let id, let limit):
        (Self.visible, [.integer(id), .integer(Int64(limit))])
      case .removable(let time, let onlyWithOriginals, let limit):
        (
          "\(onlyWithOriginals ? Self.removableWithOriginals : Self.removable) LIMIT $4",
          [
            .integer(time), .boolean(time == .max), .integer(DocumentState.purged),
            .integer(Int64(limit)),
          ]
        )
      }
    }

    private static let visible = """
      SELECT page.id FROM page JOIN document ON document.id = page.document \
      WHERE original = $1 AND page.trashed IS NULL AND document.trashed IS NULL \
      ORDER BY page.id LIMIT $2
      """

    private static let removable = """
      SELECT id FROM (\
      SELECT id FROM page WHERE trashed <= $1 AND (trashed < $1 OR $2) \
      UNION SELECT page.id FROM page JOIN document ON document.id = page.document \
      WHERE document.trashed = $3) AS removable ORDER BY id
      """

    private static let removableWithOriginals = """
      SELECT id FROM page WHERE id IN (\(removable)) AND NOT EXISTS (\
      SELECT 1 FROM page AS other JOIN document ON document.id = other.document \
      WHERE other.original = page.original AND document.trashed IS DISTINCT FROM $3 \
      AND (other.trashed IS NULL OR other.trashed > $1 OR other.trashed = $1 AND NOT $2)) ORDER BY id
      """
  }
#endif
