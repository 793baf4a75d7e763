// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import GalleryPages

  /// The changes that other processes have logged since rows were known.
  struct OtherChanges {
    /// The number of changes that are asked for.
    static let limit = 1_000

    /// The number of the last change.
    let lastNumber: Int64
    /// The documents that were changed, `nil` if it may be any.
    let documents: Set<DocumentID>?

    /// - Parameters:
    ///   - changes: The changes in their order, at most ``limit``.
    ///   - known: The number of the change before them.
    init(_ changes: some Collection<(number: Int64, document: DocumentID)>, after known: Int64) {
      lastNumber = changes.reduce(known) { _, change in change.number }
      let documents = Set(changes.lazy.map(\.document))
      // A change without a document may be one of all.
      let areNamed = changes.count < Self.limit && !documents.contains(DocumentID(0))
      self.documents = areNamed ? documents : nil
    }
  }

  // MARK: - Turns of others

  extension RowCaches {
    /// Whether all that the present run has changed belongs to documents that it names in the log: others keep the rows
    /// of other documents then.
    ///
    /// Rows that nobody keeps over the turn of another process, such as counters, do not matter.
    var areChangesLogged: Bool {
      guard !documents.hasForgottenRows, !nodes.hasForgottenRows, !pages.hasForgottenRows,
        !originals.hasForgottenRows,
        originals.writtenRows.keys.allSatisfy({ originals.loadedRow($0) == nil })
      else { return false }
      let logged = loggedDocuments.writtenRows
      return changedDocuments?.allSatisfy { logged[$0] != nil } ?? false
    }

    /// The documents of the rows that the present run has written, as they were before and are now; `nil` if that is
    /// not known of each.
    private var changedDocuments: Set<DocumentID>? {
      var found = Set(documents.writtenRows.keys)
      for (id, row) in nodes.writtenRows {
        let places = [row, nodes.loadedRow(id)].compactMap { $0?.document }
        guard !places.isEmpty else { return nil }
        found.formUnion(places.map { DocumentID($0) })
      }
      for (id, row) in pages.writtenRows {
        let places = [row, pages.loadedRow(id)].compactMap { $0?.document }
        guard !places.isEmpty else { return nil }
        found.formUnion(places)
      }
      return found
    }

    /// Removes the rows that may be different after the turns of other processes, all of whose changes are logged.
    ///
    /// Also what does not exist may do so now.
    mutating func removeRows(changedBy changes: OtherChanges) {
      guard let changed = changes.documents else {
        self = RowCaches()
        return
      }
      removeRows(of: changed)
      originals.keepRows { _, row in row != nil }
      (digests, metadata) = (RowCache(), RowCache())
      (counters, lastNumbers, lastChange) = (RowCache(), RowCache(), RowCache())
      lastChange.load(true, .success(changes.lastNumber))
    }

    /// Removes the rows of documents, and of pages and nodes that do not exist.
    mutating func removeRows(of changed: Set<DocumentID>) {
      documents.keepRows { id, _ in !changed.contains(id) }
      nodes.keepRows { _, row in row.map { !changed.contains(DocumentID($0.document)) } ?? false }
      pages.keepRows { _, row in row.map { !changed.contains($0.document) } ?? false }
      lastDeletions.keepRows { id, _ in !changed.contains(id) }
    }
  }
#endif
