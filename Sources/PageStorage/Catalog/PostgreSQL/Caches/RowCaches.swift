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
    /// The documents that the changes name which the present run has logged.
    var loggedDocuments = RowCache<DocumentID, Bool>()

    /// Begins the next run.
    mutating func beginRun() { each(Beginning(ofRun: true)) }

    /// Begins a part of a run that can be undone.
    mutating func beginTurn() { each(Beginning(ofRun: false)) }

    /// Undoes what was written and forgotten since the turn began.
    mutating func undoTurn() { each(Undoing()) }

    /// What is kept for the next transaction at most.
    private static let limit = (rows: 4_096, nodes: 512, textByteCount: 1 << 20)

    /// Turns the rows into those of the next transaction.
    ///
    /// - Returns: Whether they can be kept: there is no damage among them, and they are not too many.
    mutating func settle() -> Bool {
      // The next receipts are around other places.
      (receiptRanges, receipts) = (RowCache(), RowCache())
      loggedDocuments = RowCache()
      var settling = Settling()
      each(&settling)
      return !settling.hasDamage && settling.count <= Self.limit.rows
        && nodes.count <= Self.limit.nodes && textByteCount <= Self.limit.textByteCount
    }

    /// The bytes of texts that people have written.
    private var textByteCount: Int {
      documents.total { $0.title.utf8.count + $0.metadata.utf8.count }
        + metadata.total { $0.text.utf8.count }
    }

    /// Calls a change with each cache.
    private mutating func each(_ change: some CacheChange) {
      var change = change
      each(&change)
    }

    private mutating func each(_ change: inout some CacheChange) {
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
      change(&loggedDocuments)
    }
  }

  /// A change of any cache.
  private protocol CacheChange {
    mutating func callAsFunction(_ cache: inout RowCache<some Hashable, some Any>)
  }

  private struct Beginning: CacheChange {
    let ofRun: Bool

    mutating func callAsFunction(_ cache: inout RowCache<some Hashable, some Any>) {
      if ofRun { cache.beginRun() } else { cache.beginTurn() }
    }
  }

  private struct Undoing: CacheChange {
    mutating func callAsFunction(_ cache: inout RowCache<some Hashable, some Any>) {
      cache.undoTurn()
    }
  }

  private struct Settling: CacheChange {
    var count = 0
    var hasDamage = false

    mutating func callAsFunction(_ cache: inout RowCache<some Hashable, some Any>) {
      cache.settle()
      count += cache.count
      hasDamage = hasDamage || cache.hasDamage
    }
  }

  extension RowCaches: Sendable {}

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
