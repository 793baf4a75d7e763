// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import GalleryPages
  import PostgreSQLClient

  extension RemoteTransaction {
    func readReceipts(
      around id: Int64, _ counts: (below: Int, above: Int),
      _ take: (ReceiptRow.Facts, () throws -> ReceiptRow) throws -> Void
    ) throws {
      let range = ReceiptRange(id: id, below: counts.below, above: counts.above)
      guard let loaded = try caches.receiptRanges.row(range) else {
        throw Question([Self.receipts(in: range)])
      }
      let written = caches.receipts.writtenRows
      let receipts =
        (loaded ?? []).filter { written[$0.facts.id] == nil }
        + written.values.compactMap(\.self).map(StoredReceipt.init)
      let below = receipts.filter { $0.facts.id < id }.sorted { $0.facts.id > $1.facts.id }
      let above = receipts.filter { $0.facts.id >= id }.sorted { $0.facts.id < $1.facts.id }
      for receipt in below.prefix(counts.below) + above.prefix(counts.above) {
        try take(receipt.facts, receipt.read)
      }
    }

    /// The number of further receipts on each side that are loaded in place of those that a run removes.
    private static let spareReceiptCount = 4

    private static func receipts(in range: ReceiptRange) -> Question.Part {
      let columns = "id, time, key, request, response, checksum"
      return Question.Part(
        """
        (SELECT \(columns) FROM receipt WHERE id < $1 ORDER BY id DESC LIMIT $2) UNION ALL \
        (SELECT \(columns) FROM receipt WHERE id >= $1 ORDER BY id LIMIT $3)
        """,
        [
          .integer(range.id), .integer(Int64(range.below + spareReceiptCount)),
          .integer(Int64(range.above + spareReceiptCount)),
        ]
      ) { transaction, rows in
        let receipts = try rows.map { row in
          let facts = ReceiptRow.Facts(
            id: try row.integer(0), time: try row.integer(1),
            key: ContentDigest(try row.bytes(2)))
          return StoredReceipt(facts: facts) { try receipt(row) }
        }
        transaction.caches.receiptRanges.load(range, .success(receipts))
      }
    }

    private static func receipt(_ row: Row) throws -> ReceiptRow {
      let number = try row.integer(0)
      let response = try row.bytes(4)
      guard response.count <= EditReceipt.maximumResponseByteCount,
        let key = ContentDigest(try row.bytes(2)),
        let request = ContentDigest(try row.bytes(3)),
        let entry = ReceiptRow(
          id: number, key: key, request: request, response: response, time: try row.integer(1)),
        try row.integer(5) == entry.checksum
      else { throw PageStoreError.corrupted(.receipt(number: number)) }
      return entry
    }

    func replace(_ receipt: ReceiptRow) {
      write(
        """
        INSERT INTO receipt VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (id) DO UPDATE SET \
        time = excluded.time, key = excluded.key, request = excluded.request, \
        response = excluded.response, checksum = excluded.checksum
        """,
        [
          .integer(receipt.id), .integer(receipt.time), .bytes(receipt.key.bytes),
          .bytes(receipt.request.bytes), .bytes(receipt.response), .integer(receipt.checksum),
        ])
      caches.receipts.write(receipt.id, receipt)
    }

    func removeReceipt(id: Int64) {
      write("DELETE FROM receipt WHERE id = $1", [.integer(id)])
      caches.receipts.write(id, nil)
    }
  }

  /// A receipt as it is stored, sound or not.
  struct StoredReceipt: Sendable {
    let facts: ReceiptRow.Facts
    /// Returns the receipt, if it is sound.
    let read: @Sendable () throws -> ReceiptRow
  }

  extension StoredReceipt {
    /// Takes a receipt that the present run has written.
    init(_ receipt: ReceiptRow) {
      self.init(
        facts: ReceiptRow.Facts(id: receipt.id, time: receipt.time, key: receipt.key)
      ) { receipt }
    }
  }

  // MARK: - Removal

  extension RemoteTransaction {
    func documents(deletedUpTo time: Int64) throws -> [DocumentID] {
      try ask("SELECT id FROM document WHERE trashed <= $1 ORDER BY id", [.integer(time)])
        .map { DocumentID(try $0.integer(0)) }
    }

    func emptyDocumentsBeingPurged() throws -> [DocumentID] {
      try ask(
        """
        SELECT id FROM document WHERE trashed = $1 \
        AND NOT EXISTS (SELECT 1 FROM page WHERE page.document = document.id) ORDER BY id
        """, [.integer(DocumentState.purged)]
      ).map { DocumentID(try $0.integer(0)) }
    }

    // No version of this engine has left metadata without their page.
    func pagesWithLeftMetadata() throws -> [PageID] { [] }

    func removeLeftMetadata(of pages: some Sequence<PageID>) throws {}

    func removeNodesOfDocumentsBeingPurged(atMost count: Int) throws -> Int {
      keepsRows = false
      let removed = try ask(
        """
        DELETE FROM node WHERE id IN (SELECT node.id FROM node \
        JOIN document ON document.id = node.document WHERE document.trashed = $1 LIMIT $2) RETURNING id
        """, [.integer(DocumentState.purged), .integer(Int64(count))])
      for row in removed { caches.nodes.write(try row.integer(0), nil) }
      changed(removed.count)
      return removed.count
    }
  }
#endif
