// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import GalleryPages
  import Testing

  @testable import PageStorage

  /// What a transaction knows of all tables, and what of it holds after turns of others.
  @Suite struct RowCachesTests {
    private var caches = RowCaches()
    private let first = DocumentID(1)
    private let second = DocumentID(2)

    private func page(_ id: UInt64, in document: DocumentID) -> PageRow {
      PageRow(id: PageID(id), document: document, blob: 1)
    }

    private func document(_ id: DocumentID) -> DocumentRow {
      DocumentRow(title: "", metadata: "{}", created: 0, state: DocumentState(id: id, modified: 0))
    }

    // MARK: - What was changed

    @Test mutating func aRunWithoutChangesIsLogged() {
      caches.pages.load(PageID(1), .success(page(1, in: first)))
      #expect(caches.areChangesLogged)
      // Nobody keeps counters over the turn of another process.
      caches.counters.write(.page, (5, true))
      #expect(caches.areChangesLogged)
    }

    @Test mutating func eachChangedDocumentHasToBeNamed() {
      caches.documents.write(first, document(first))
      caches.pages.write(PageID(1), page(1, in: second))
      #expect(!caches.areChangesLogged)
      caches.loggedDocuments.write(first, true)
      #expect(!caches.areChangesLogged)
      caches.loggedDocuments.write(second, true)
      #expect(caches.areChangesLogged)
      caches.nodes.write(7, (document: 3, node: OrderNode(id: 7, parent: 0, entries: .pages([]))))
      #expect(!caches.areChangesLogged)
    }

    /// The document that a page or a node was taken from has changed as well.
    @Test mutating func formerDocumentsHaveToBeNamed() {
      caches.pages.load(PageID(1), .success(page(1, in: first)))
      caches.pages.write(PageID(1), page(1, in: second))
      caches.loggedDocuments.write(second, true)
      #expect(!caches.areChangesLogged)
      caches.loggedDocuments.write(first, true)
      #expect(caches.areChangesLogged)
      caches.nodes.load(
        7, .success((document: 3, node: OrderNode(id: 7, parent: 0, entries: .pages([])))))
      caches.nodes.write(7, nil)
      #expect(!caches.areChangesLogged)
      caches.loggedDocuments.write(DocumentID(3), true)
      #expect(caches.areChangesLogged)
    }

    @Test mutating func removedRowsOfUnknownDocumentsAreNotLogged() {
      caches.pages.write(PageID(1), nil)
      caches.loggedDocuments.write(first, true)
      #expect(!caches.areChangesLogged)
    }

    /// An edit of the same turn that fails may have named a document.
    @Test mutating func namesOfAnUndoneTurnDoNotCount() {
      caches.beginTurn()
      caches.loggedDocuments.write(first, true)
      caches.undoTurn()
      caches.pages.write(PageID(1), page(1, in: first))
      #expect(!caches.areChangesLogged)
      caches.beginRun()
      #expect(caches.areChangesLogged)
    }

    @Test mutating func namesOfATurnDoNotCountInTheNext() {
      caches.loggedDocuments.write(first, true)
      _ = caches.settle()
      caches.pages.write(PageID(1), page(1, in: first))
      #expect(!caches.areChangesLogged)
    }

    @Test(arguments: [false, true])
    mutating func changedOriginalsAreNotLogged(isForgotten: Bool) throws {
      let digest = try #require(ContentDigest([UInt8](repeating: 1, count: 32)))
      let original = BlobRow(id: 5, digest: digest, byteCount: 10, header: nil, damage: nil)
      caches.originals.write(5, original)
      #expect(caches.areChangesLogged, "a new one")
      caches.beginRun()
      caches.originals.load(5, .success(original))
      if isForgotten { caches.originals.forget(5) } else { caches.originals.write(5, original) }
      #expect(!caches.areChangesLogged)
    }

    @Test mutating func forgottenRowsAreNotLogged() {
      caches.pages.forget(PageID(1))
      #expect(!caches.areChangesLogged)
    }

    // MARK: - What holds

    private mutating func load(_ document: DocumentID) {
      let number = document.rawValue
      caches.documents.load(document, .success(self.document(document)))
      caches.pages.load(
        PageID(UInt64(number)), .success(page(UInt64(number), in: document)))
      caches.nodes.load(
        number,
        .success((document: number, node: OrderNode(id: number, parent: 0, entries: .pages([])))))
      caches.lastDeletions.load(document, .success(nil))
    }

    @Test mutating func rowsOfOtherDocumentsHold() throws {
      load(first)
      load(second)
      caches.counters.load(.page, .success((5, true)))
      caches.lastNumbers.load(.document, .success(2))
      caches.metadata.load(PageID(1), .success(nil))
      let changes = [(number: Int64(8), document: second), (number: 9, document: second)]
      caches.removeRows(changedBy: OtherChanges(changes, after: 7))
      #expect(try caches.documents.row(first) != nil && caches.documents.row(second) == nil)
      #expect(try caches.pages.row(PageID(1)) != nil && caches.pages.row(PageID(2)) == nil)
      #expect(try caches.nodes.row(1) != nil && caches.nodes.row(2) == nil)
      #expect(try caches.lastDeletions.row(first) != nil)
      #expect(try caches.lastDeletions.row(second) == nil)
      #expect(try caches.counters.row(.page) == nil && caches.lastNumbers.row(.document) == nil)
      #expect(try caches.metadata.row(PageID(1)) == nil)
      #expect(try caches.lastChange.row(true) == .some(9))
    }

    @Test mutating func nothingHasToBeChanged() throws {
      load(first)
      let changes: [(number: Int64, document: DocumentID)] = []
      caches.removeRows(changedBy: OtherChanges(changes, after: 7))
      #expect(try caches.documents.row(first) != nil)
      #expect(try caches.lastChange.row(true) == .some(7))
    }

    @Test mutating func whatIsMissingMayBeThereNow() throws {
      caches.pages.load(PageID(1), .success(nil))
      caches.nodes.load(1, .success(nil))
      caches.originals.load(1, .success(nil))
      caches.documents.load(first, .success(nil))
      caches.removeRows(changedBy: OtherChanges([(number: Int64(1), document: first)], after: 0))
      #expect(try caches.pages.row(PageID(1)) == nil && caches.nodes.row(1) == nil)
      #expect(try caches.originals.row(1) == nil && caches.documents.row(first) == nil)
    }

    @Test(arguments: [false, true]) mutating func nothingHoldsAfterUnknownChanges(
      isLong: Bool
    ) throws {
      load(first)
      var changes = [(number: Int64(1), document: isLong ? second : DocumentID(0))]
      while isLong, changes.count < OtherChanges.limit {
        changes.append((Int64(changes.count + 1), second))
      }
      caches.removeRows(changedBy: OtherChanges(changes, after: 0))
      #expect(try caches.documents.row(first) == nil && caches.pages.row(PageID(1)) == nil)
      #expect(try caches.lastChange.row(true) == nil)
    }

    // MARK: - Shared documents

    @Test func documentsThatOthersChangeAreSharedForSomeTurns() {
      var shared = SharedDocuments()
      shared.note([first])
      for _ in 0..<14 {
        shared.note([])
        #expect(shared.documents == [first])
      }
      shared.note([second])
      #expect(shared.documents == [second])
    }
  }
#endif
