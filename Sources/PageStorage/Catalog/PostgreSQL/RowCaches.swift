// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import GalleryPages

  /// All rows that a transaction knows.
  struct RowCaches {
    var documents = RowCache<DocumentID, DocumentRow>()
    var nodes = RowCache<Int64, (document: Int64, node: OrderNode)>()
    var pages = RowCache<PageID, PageRow>()
    var originals = RowCache<Int64, BlobRow>()
    var digests = RowCache<ContentDigest, Int64>()
    var metadata = RowCache<PageID, PageMetadataRow>()
    var counters = RowCache<CounterRow, (number: Int64, isSound: Bool)>()
    /// The last changes and deletions, which a run that changes them otherwise asks for again.
    var lastChange = RowCache<Bool, Int64>()
    var lastDeletions = RowCache<DocumentID, Int64>()
    /// The highest numbers that documents and originals have or had.
    var lastNumbers = RowCache<NumberedTable, Int64>()
    /// The receipts around places as they were loaded; those of the present run are written by their row IDs.
    var receiptRanges = RowCache<ReceiptRange, [StoredReceipt]>()
    var receipts = RowCache<Int64, ReceiptRow>()

    /// Begins the next run.
    mutating func beginRun() { each(Beginning(ofRun: true)) }

    /// Begins a part of a run that can be undone.
    mutating func beginTurn() { each(Beginning(ofRun: false)) }

    /// Undoes what was written and forgotten since the turn began.
    mutating func undoTurn() { each(Undoing()) }

    /// Calls a change with each cache.
    private mutating func each(_ change: some CacheChange) {
      change(&documents)
      change(&nodes)
      change(&pages)
      change(&originals)
      change(&digests)
      change(&metadata)
      change(&counters)
      change(&lastChange)
      change(&lastDeletions)
      change(&lastNumbers)
      change(&receiptRanges)
      change(&receipts)
    }
  }

  /// A change of any cache.
  private protocol CacheChange {
    func callAsFunction(_ cache: inout RowCache<some Hashable, some Any>)
  }

  private struct Beginning: CacheChange {
    let ofRun: Bool

    func callAsFunction(_ cache: inout RowCache<some Hashable, some Any>) {
      if ofRun { cache.beginRun() } else { cache.beginTurn() }
    }
  }

  private struct Undoing: CacheChange {
    func callAsFunction(_ cache: inout RowCache<some Hashable, some Any>) { cache.undoTurn() }
  }

  /// A table whose rows get ascending numbers.
  enum NumberedTable: Hashable {
    case document, original
  }

  /// The place of receipts that a transaction reads together.
  struct ReceiptRange: Hashable {
    let id: Int64
    let below: Int
    let above: Int
  }
#endif
