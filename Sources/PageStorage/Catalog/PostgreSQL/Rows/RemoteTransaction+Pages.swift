// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import GalleryPages
  import PostgreSQLClient

  extension RemoteTransaction {
    static let pageColumns =
      "page.id, page.document, page.original, page.leaf, page.content_version, page.rotation, "
      + "page.aspect_ratio, page.trashed, page.trashed_index, page.checksum, page.created, "
      + "page.trashed_after"

    func page(_ id: PageID) throws -> PageRow? {
      if let row = try caches.pages.row(id) { return row }
      throw question(about: [id], withPlace: !isReading)
    }

    func preparePlaces(of pages: [PageID]) throws {
      let missing = caches.pages.missing(pages)
      if !missing.isEmpty { throw question(about: missing, withPlace: true) }
    }

    func pages(_ ids: [UInt64], orThrow damage: PageStoreError) throws -> [PageRow] {
      try loadPages(ids.map { PageID($0) })
      return try ids.map { id in
        guard let row = try page(PageID(id)) else { throw damage }
        return row
      }
    }

    func storedPage(_ id: PageID) throws -> StoredPage? {
      guard let row = try page(id) else { return nil }
      return StoredPage(row, try originalOfPage(row))
    }

    func storedPages(_ ids: [UInt64], orThrow damage: PageStoreError) throws -> [StoredPage] {
      try pages(ids, orThrow: damage).map { StoredPage($0, try originalOfPage($0)) }
    }

    func listedPages(_ ids: [UInt64], orThrow damage: PageStoreError) throws -> [ListedPage] {
      try storedPages(ids, orThrow: damage).map { ListedPage($0) }
    }

    private func originalOfPage(_ row: PageRow) throws -> BlobRow {
      do {
        return try original(id: row.blob)
      } catch let error as PageStoreError {
        if case .corrupted = error { throw PageStoreError.corrupted(.page(row.id)) }
        throw error
      }
    }

    func preparePages(_ ids: [PageID]) throws {
      if !ids.isEmpty { try loadPages(ids) }
    }

    /// Ends the run unless all pages are at hand.
    private func loadPages(_ ids: [PageID]) throws {
      let missing = caches.pages.missing(ids)
      if !missing.isEmpty { throw question(about: missing, withPlace: false) }
    }

    /// A question about pages, with their originals.
    ///
    /// - Parameters:
    ///   - ids: The pages.
    ///   - hasPlace: Whether the document and the leaf of a page are asked for too: an edit needs them next.
    /// - Returns: The question.
    private func question(about ids: [PageID], withPlace hasPlace: Bool) -> Question {
      let parameter = Parameter.integers(ids.map { Int64(bitPattern: $0.rawValue) })
      let page = Question.Part(
        "\(Self.pageQuery) WHERE page.id = ANY($1)", keys: parameter
      ) { transaction, rows, keys in
        try transaction.loadPages(rows)
        for key in keys.integerKeys {
          transaction.caches.pages.load(PageID(UInt64(bitPattern: key)), .success(nil))
        }
      }
      guard hasPlace else { return Question([page]) }
      return Question(
        [page] + parts(ofDocumentsOf: parameter) + [Self.leaf(ofPages: parameter)])
    }

    private static let pageQuery =
      "SELECT \(pageColumns), \(originalColumns) FROM page "
      + "LEFT JOIN original ON original.id = page.original"

    /// A part of a question that loads the pages in leaves.
    static func pages(inLeaves leaves: [Int64]) -> Question.Part {
      Question.Part("\(pageQuery) WHERE page.leaf = ANY($1)", keys: .integers(leaves)) {
        transaction, rows, _ in
        try transaction.loadPages(rows)
      }
    }

    /// A part of a question that loads all pages of a document, in the trash or not.
    static func pages(ofDocument document: DocumentID) -> Question.Part {
      Question.Part(
        "\(pageQuery) WHERE page.document = $1", [.integer(document.rawValue)]
      ) { transaction, rows in try transaction.loadPages(rows) }
    }

    private func loadPages(_ rows: Rows) throws {
      for row in rows {
        caches.pages.load(PageID(UInt64(bitPattern: try row.integer(0))), try Self.page(row))
        if let original = try row.optionalInteger(12) {
          caches.originals.load(original, try Self.original(row, from: 12))
        } else {
          // Otherwise each lost original would be asked for once more.
          caches.originals.load(try row.integer(2), .success(nil))
        }
      }
    }

    private static func page(_ row: Row) throws -> Result<PageRow?, PageStoreError> {
      let found = try uncheckedPage(row)
      return found.isSound ? .success(found.row) : .failure(.corrupted(.page(found.row.id)))
    }

    /// Reads the columns of ``pageColumns``.
    static func uncheckedPage(_ row: Row) throws -> UncheckedRow<PageRow> {
      var page = PageRow(
        id: PageID(UInt64(bitPattern: try row.integer(0))),
        document: DocumentID(try row.integer(1)),
        blob: try row.integer(2), leaf: try row.optionalInteger(3) ?? 0,
        contentVersion: Int(try row.integer(4)),
        rotation: QuarterTurns(Int(truncatingIfNeeded: try row.integer(5))),
        aspectRatio: try row.optionalNumber(6), created: try row.optionalInteger(10))
      page.trash = try entry(row, time: 7, index: 8, previous: 11)
      let isSound =
        try row.integer(9) == page.checksum && row.integer(5) == Int64(page.rotation.count)
        && page.isPlausible
      return UncheckedRow(row: page, isSound: isSound)
    }

    /// Reads the place of a page in the trash; `nil` outside of it.
    static func entry(
      _ row: Row, time: Int, index: Int, previous: Int
    ) throws -> PageRow.TrashEntry? {
      guard let date = try row.optionalInteger(time) else { return nil }
      return PageRow.TrashEntry(
        time: date, index: Int(try row.optionalInteger(index) ?? 0),
        previous: try row.optionalInteger(previous).map { PageID(UInt64(bitPattern: $0)) })
    }
  }

  // MARK: - Writing

  extension RemoteTransaction {
    func insert(_ page: PageRow) {
      write(
        "INSERT INTO page VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
        Self.parameters(of: page))
      note(page)
    }

    func update(_ page: PageRow) {
      write(
        """
        UPDATE page SET document = $2, original = $3, leaf = $4, content_version = $5, rotation = $6, \
        aspect_ratio = $7, trashed = $8, trashed_index = $9, checksum = $10, created = $11, \
        trashed_after = $12 WHERE id = $1
        """, Self.parameters(of: page))
      note(page)
    }

    private func note(_ page: PageRow) {
      let known = try? caches.pages.row(page.id) ?? nil
      let isElsewhere = page.trash != nil && known?.document != page.document
      if known?.trash != page.trash || isElsewhere {
        for document in Set([page.document, known?.document ?? page.document]) {
          caches.lastDeletions.forget(document)
        }
      }
      var page = page
      if page.trash != nil { page.leaf = 0 }
      caches.pages.write(page.id, page)
    }

    func setLeaves(_ leaves: [(page: UInt64, leaf: Int64)]) throws {
      // The rows are known afterwards as well.
      try loadPages(leaves.map { PageID($0.page) })
      let leaves = leaves.filter { leaf(ofPage: $0.page) != $0.leaf }
      guard !leaves.isEmpty else { return }
      write(
        "UPDATE page SET leaf = new.leaf FROM unnest($1, $2) AS new (id, leaf) WHERE page.id = new.id",
        [
          .integers(leaves.map { Int64(bitPattern: $0.page) }), .integers(leaves.map(\.leaf)),
        ], rowCount: leaves.count)
      for (id, leaf) in leaves {
        guard var row = try? caches.pages.row(PageID(id)) ?? nil else { continue }
        row.leaf = leaf
        caches.pages.write(row.id, row)
      }
    }

    /// Returns the leaf of a page as it is stored, `nil` if that is unknown.
    private func leaf(ofPage id: UInt64) -> Int64? {
      (try? caches.pages.row(PageID(id)) ?? nil).flatMap { $0.trash == nil ? $0.leaf : nil }
    }

    func removePage(_ id: PageID) {
      keepsRows = false
      if let known = try? caches.pages.row(id) ?? nil {
        caches.lastDeletions.forget(known.document)
      }
      write("DELETE FROM page WHERE id = $1", [.integer(Int64(bitPattern: id.rawValue))])
      caches.pages.write(id, nil)
    }

    private static func parameters(of page: PageRow) -> [Parameter] {
      [
        .integer(Int64(bitPattern: page.id.rawValue)), .integer(page.document.rawValue),
        .integer(page.blob), .integer(page.trash == nil ? page.leaf : nil),
        .integer(Int64(page.contentVersion)), .integer(Int64(page.rotation.count)),
        .number(page.aspectRatio), .integer(page.trash?.time),
        .integer(page.trash.map { Int64($0.index) }), .integer(page.checksum),
        .integer(page.created),
        .integer(page.trash?.previous.map { Int64(bitPattern: $0.rawValue) }),
      ]
    }
  }
#endif
