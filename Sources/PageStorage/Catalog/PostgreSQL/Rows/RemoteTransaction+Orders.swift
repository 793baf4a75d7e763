// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import GalleryPages
  import PostgreSQLClient

  extension RemoteTransaction {
    func orderNode(_ id: Int64, of document: DocumentID) throws -> OrderNode? {
      guard let known = try caches.nodes.row(id) else { throw question(aboutNodes: [id]) }
      return known?.document == document.rawValue ? known?.node : nil
    }

    func prepareOrderNodes(_ ids: () -> [Int64]) throws {
      let missing = try ids().filter { try caches.nodes.row($0) == nil }
      guard missing.isEmpty else { throw question(aboutNodes: missing) }
    }

    /// A question about nodes, with the pages in leaves.
    private func question(aboutNodes ids: [Int64]) -> Question {
      let nodes = Question.Part(
        "SELECT \(Self.nodeColumns) FROM node WHERE id = ANY($1)", keys: .integers(ids)
      ) { transaction, rows, keys in
        try transaction.loadNodes(rows)
        for id in keys.integerKeys { transaction.caches.nodes.load(id, .success(nil)) }
      }
      return Question([nodes, Self.pages(inLeaves: ids)])
    }

    static let nodeColumns = "id, document, parent, is_leaf, entries, checksum"

    /// The number of inner nodes that come with a document, those of about 300,000 pages; and with all documents.
    private static let innerNodeLimits = (document: 32, question: 256)

    /// A part of a question that loads the inner nodes of documents, and their roots.
    ///
    /// - Parameters:
    ///   - documents: The documents, an array in SQL.
    ///   - keys: The parameter of the array, with at least one element for each document.
    /// - Returns: The part.
    static func innerNodes(ofDocuments documents: String, _ keys: Parameter) -> Question.Part {
      let limits = innerNodeLimits
      return Question.Part(
        """
        (SELECT \(nodeColumns) FROM node \
        WHERE id = ANY(ARRAY(SELECT root FROM document WHERE id = ANY(\(documents))))) UNION \
        (SELECT \(nodeColumns) FROM node WHERE document = ANY(\(documents)) AND NOT is_leaf \
        LIMIT least(cardinality($1) * \(limits.document), \(limits.question)))
        """, keys: keys
      ) { transaction, rows, _ in try transaction.loadNodes(rows) }
    }

    /// A part of a question that loads the leaves of pages.
    static func leaf(ofPages keys: Parameter) -> Question.Part {
      Question.Part(
        """
        SELECT \(nodeColumns) FROM node \
        WHERE id = ANY(ARRAY(SELECT leaf FROM page WHERE page.id = ANY($1)))
        """, keys: keys
      ) { transaction, rows, _ in try transaction.loadNodes(rows) }
    }

    private func loadNodes(_ rows: Rows) throws {
      for row in rows { caches.nodes.load(try row.integer(0), .success(try Self.node(row))) }
    }

    /// Returns a sound node and its document.
    static func node(_ row: Row) throws -> (document: Int64, node: OrderNode)? {
      let (id, document, isLeaf) = (try row.integer(0), try row.integer(1), try row.boolean(3))
      let (parent, checksum) = (try row.integer(2), try row.integer(5))
      return try row.bytes(4).withUnsafeBytes { bytes in
        guard
          checksum
            == OrderNode.checksum(id: id, document: document, isLeaf: isLeaf, entries: bytes)
        else { return nil }
        return OrderNode(id: id, parent: parent, isLeaf: isLeaf, stored: bytes).map {
          (document, $0)
        }
      }
    }

    func prepareNewOrderNodes(_ count: Int) throws {
      guard count > 0 else { return }
      let rows = try ask(
        "SELECT nextval('node_number') FROM generate_series(1, $1::int8)",
        [.integer(Int64(count))])
      spareNodeNumbers += try rows.map { try $0.integer(0) }.reversed()
    }

    func newOrderNode(of document: DocumentID) throws -> Int64 {
      let id =
        try spareNodeNumbers.popLast() ?? ask("SELECT nextval('node_number')")[0].integer(0)
      write(
        "INSERT INTO node VALUES ($1, $2, 0, false, '', 0)",
        [.integer(id), .integer(document.rawValue)])
      return id
    }

    func update(_ node: OrderNode, of document: DocumentID) {
      let bytes = node.stored
      let sum = bytes.withUnsafeBytes { bytes in
        OrderNode.checksum(
          id: node.id, document: document.rawValue, isLeaf: node.isLeaf, entries: bytes)
      }
      write(
        "UPDATE node SET parent = $2, is_leaf = $3, entries = $4, checksum = $5 WHERE id = $1",
        [
          .integer(node.id), .integer(node.parent), .boolean(node.isLeaf), .bytes(bytes),
          .integer(sum),
        ])
      caches.nodes.write(node.id, (document.rawValue, node))
    }

    func removeOrderNode(_ id: Int64) {
      write("DELETE FROM node WHERE id = $1", [.integer(id)])
      caches.nodes.write(id, nil)
    }
  }

  // MARK: - Metadata of pages

  extension RemoteTransaction {
    func metadata(of page: PageID) throws -> PageMetadataRow? {
      if let row = try caches.metadata.row(page) { return row }
      // Copies of documents ask for those of all pages, one after the other.
      let leaf = (try? caches.pages.row(page))??.leaf ?? 0
      let neighbors = leaf == 0 ? "" : " OR page.leaf = $2"
      throw Question([
        Question.Part(
          "SELECT page.id, content, page_metadata.checksum FROM page "
            + "LEFT JOIN page_metadata USING (id) WHERE page.id = $1\(neighbors)",
          [Self.parameter(page)] + (leaf == 0 ? [] : [.integer(leaf)])
        ) { transaction, rows in
          try transaction.loadMetadata(rows)
          transaction.caches.metadata.load(page, .success(nil))
        }
      ])
    }

    func prepareMetadata(of pages: [PageID]) throws {
      let missing = caches.metadata.missing(pages)
      guard !missing.isEmpty else { return }
      throw Question([
        Question.Part(
          "SELECT page.id, content, page_metadata.checksum FROM page "
            + "LEFT JOIN page_metadata USING (id) WHERE page.id = ANY($1)",
          keys: .integers(missing.map { Int64(bitPattern: $0.rawValue) })
        ) { transaction, rows, keys in
          try transaction.loadMetadata(rows)
          for key in keys.integerKeys {
            transaction.caches.metadata.load(PageID(UInt64(bitPattern: key)), .success(nil))
          }
        }
      ])
    }

    private func loadMetadata(_ rows: Rows) throws {
      for row in rows {
        let id = PageID(UInt64(bitPattern: try row.integer(0)))
        let isThere = try row.optionalInteger(2) != nil
        caches.metadata.load(id, from: isThere ? try Self.metadata(row) : nil)
      }
    }

    /// A part of a question that loads the metadata of all pages of a document.
    private static func metadata(of document: DocumentID) -> Question.Part {
      Question.Part(
        "SELECT page.id, content, page_metadata.checksum FROM page "
          + "LEFT JOIN page_metadata USING (id) WHERE page.document = $1",
        [.integer(document.rawValue)]
      ) { transaction, rows in try transaction.loadMetadata(rows) }
    }

    func prepareDocument(_ id: DocumentID) throws {
      guard !preparedDocuments.contains(id) else { return }
      let parameter = Parameter.integer(id.rawValue)
      let nodes = Question.Part(
        "SELECT \(Self.nodeColumns) FROM node WHERE document = $1", [parameter]
      ) { transaction, rows in
        try transaction.loadNodes(rows)
        transaction.preparedDocuments.insert(id)
      }
      throw Question(
        parts(ofDocument: id)
          + [Self.pages(ofDocument: id), Self.metadata(of: id), nodes])
    }

    private static func metadata(_ row: Row) throws -> Result<PageMetadataRow?, PageStoreError> {
      let found = try uncheckedMetadata(row)
      return found.isSound ? .success(found.row) : .failure(.corrupted(.metadata(found.row.id)))
    }

    /// Reads the page, the content and the checksum of metadata; unreadable ones become an empty text.
    static func uncheckedMetadata(_ row: Row) throws -> UncheckedRow<PageMetadataRow> {
      let (id, content) = (PageID(UInt64(bitPattern: try row.integer(0))), try row.bytes(1))
      let text =
        content.count <= PageMetadata.maximumByteCount
        ? String(decoding: content, as: UTF8.self) : ""
      guard let entry = PageMetadataRow(id: id, stored: text) else {
        return UncheckedRow(row: PageMetadataRow(id: id, text: ""), isSound: false)
      }
      return UncheckedRow(row: entry, isSound: try row.integer(2) == entry.checksum)
    }

    func replace(_ metadata: PageMetadataRow) {
      write(
        """
        INSERT INTO page_metadata VALUES ($1, $2, $3) \
        ON CONFLICT (id) DO UPDATE SET content = excluded.content, checksum = excluded.checksum
        """,
        [
          Self.parameter(metadata.id), .bytes(Array(metadata.text.utf8)),
          .integer(metadata.checksum),
        ])
      caches.metadata.write(metadata.id, PageMetadataRow(id: metadata.id, stored: metadata.text))
    }

    func removeMetadata(of page: PageID) {
      write("DELETE FROM page_metadata WHERE id = $1", [Self.parameter(page)])
      caches.metadata.write(page, nil)
    }

    private static func parameter(_ page: PageID) -> Parameter {
      .integer(Int64(bitPattern: page.rawValue))
    }
  }
#endif
