// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import GalleryPages
  import PostgreSQLClient

  // MARK: - Documents and their orders

  extension RemoteTransaction {
    func uncheckedDocument(_ id: DocumentID) throws -> UncheckedRow<DocumentRow>? {
      try ask(
        "SELECT \(Self.documentColumns) FROM document WHERE id = $1", [.integer(id.rawValue)]
      ).first.map(Self.uncheckedDocument)
    }

    func lastLoggedRevision(of document: DocumentID) throws -> Int {
      let rows = try ask(
        "SELECT max(revision) FROM change WHERE document = $1 AND revision > 0",
        [.integer(document.rawValue)])
      return Int(try rows.firstRow().optionalInteger(0) ?? 0)
    }

    func soundNodes(of document: DocumentID) throws -> [OrderNode] {
      try ask(
        "SELECT \(Self.nodeColumns) FROM node WHERE document = $1 ORDER BY id",
        [.integer(document.rawValue)]
      ).compactMap { try Self.node($0)?.node }
    }

    func soundNodes(_ ids: [Int64]) throws -> [(document: DocumentID, node: OrderNode)] {
      guard !ids.isEmpty else { return [] }
      return try ask("SELECT \(Self.nodeColumns) FROM node WHERE id = ANY($1)", [.integers(ids)])
        .compactMap { try Self.node($0).map { (DocumentID($0.document), $0.node) } }
    }

    func removeOrderNodes(of document: DocumentID, and ids: [Int64]) {
      keepsRows = false
      write(
        "DELETE FROM node WHERE document = $1 OR id = ANY($2)",
        [.integer(document.rawValue), .integers(ids)])
    }
  }

  // MARK: - Pages and changes

  extension RemoteTransaction {
    func uncheckedPages(of document: DocumentID) throws -> [UncheckedRow<PageRow>] {
      try ask(
        "SELECT \(Self.pageColumns) FROM page WHERE document = $1 ORDER BY id",
        [.integer(document.rawValue)]
      ).map(Self.uncheckedPage)
    }

    func uncheckedPages(_ ids: [PageID]) throws -> [UncheckedRow<PageRow>] {
      guard !ids.isEmpty else { return [] }
      return try ask(
        "SELECT \(Self.pageColumns) FROM page WHERE id = ANY($1) ORDER BY id",
        [Self.parameter(ids)]
      ).map(Self.uncheckedPage)
    }

    func uncheckedMetadata(of pages: [PageID]) throws -> [UncheckedRow<PageMetadataRow>] {
      guard !pages.isEmpty else { return [] }
      return try ask(
        "SELECT id, content, checksum FROM page_metadata WHERE id = ANY($1) ORDER BY id",
        [Self.parameter(pages)]
      ).map(Self.uncheckedMetadata)
    }

    private static func parameter(_ pages: [PageID]) -> Parameter {
      .integers(pages.map { Int64(bitPattern: $0.rawValue) })
    }

    func removeChange(_ number: Int64) {
      keepsRows = false
      write("DELETE FROM change WHERE id = $1", [.integer(number)])
    }

    func replace(_ change: ChangeRow) {
      keepsRows = false
      write(
        "UPDATE change SET document = $2, revision = $3, parts = $4, checksum = $5 WHERE id = $1",
        [
          .integer(change.number), .integer(change.document.rawValue),
          .integer(Int64(change.revision)), .bytes(change.parts.map { Array($0) }),
          .integer(change.checksum.stored),
        ])
    }
  }

  // MARK: - Originals

  extension RemoteTransaction {
    func uncheckedOriginals(
      after id: Int64, limit: Int
    ) throws -> [(id: Int64, original: UncheckedRow<BlobRow>?)] {
      try ask(
        "SELECT \(Self.originalColumns) FROM original WHERE id > $1 ORDER BY id LIMIT $2",
        [.integer(id), .integer(Int64(limit))]
      ).map { (id: try $0.integer(0), original: try Self.uncheckedOriginal($0, from: 0)) }
    }

    func removeOriginalsWithoutPage(among ids: [Int64]) {
      write(
        """
        WITH removed AS (DELETE FROM original WHERE id = ANY($1) AND NOT EXISTS \
        (SELECT 1 FROM page WHERE page.original = original.id) RETURNING digest) \
        DELETE FROM loose_original WHERE digest IN (SELECT digest FROM removed)
        """, [.integers(ids)], rowCount: ids.count)
      forgetOriginals(ids)
    }

    func keepLooseOriginals() {
      keepsRows = false
      write("DELETE FROM loose_original WHERE removal IS NULL", [], rowCount: 0)
    }
  }
#endif
