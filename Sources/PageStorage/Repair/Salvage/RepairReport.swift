// SPDX-License-Identifier: Apache-2.0

public import GalleryPages

/// The result of ``PageStore/repair()`` and ``PageStore/repair(at:configuration:)``.
public struct RepairReport: Hashable, Sendable {
  /// Whether the catalog was rebuilt from the sound entries of the old one and from the records.
  ///
  /// The old one is kept, see ``putAside``.
  public internal(set) var catalogWasRebuilt = false

  /// The number of acknowledged changes that were missing in the old catalog.
  ///
  /// Pages that they added are among ``recoveredPages`` and ``repairedPages``; moves, rotations and
  /// deletions are lost. If the old catalog was unreadable, these are all changes.
  public internal(set) var lostChangeCount = 0

  /// Whether the records were rewritten.
  public internal(set) var recordsWereRewritten = false

  /// Pages with rebuilt entries; their rotation and their trash state may be lost.
  ///
  /// A store on servers has no records of them: what a damaged entry says is kept where it can be true, and may be
  /// what the damage has made of it.
  public internal(set) var repairedPages: [PageID] = []

  /// Pages whose metadata could not be read.
  ///
  /// They were restored from the records, or are lost if not recorded.
  public internal(set) var repairedMetadata: [PageID] = []

  /// The number of damaged receipts of keyed edits, which were removed.
  ///
  /// The edits themselves persist. Their requests are not recognized any more: if a client repeats
  /// one, it is executed again. Receipts are not in the records, so that those of a lost catalog are
  /// lost without being counted.
  public internal(set) var droppedReceiptCount = 0

  /// Documents whose entries or metadata were rebuilt.
  ///
  /// Metadata written only by a library before catalog version 3 may be lost: its records do not
  /// contain them.
  public internal(set) var repairedDocuments: [DocumentID] = []

  /// Documents whose order was rebuilt from its readable parts.
  public internal(set) var reorderedDocuments: [DocumentID] = []

  /// Pages whose original bytes are missing or altered; they are marked as damaged.
  public internal(set) var damagedPages: [PageID] = []

  /// Lost pages: their originals are missing or can no longer be determined.
  ///
  /// If no readable entry mentions a page whose bytes are missing, it may also have been purged
  /// while the disk was full: such a purge is not recorded.
  public internal(set) var lostPages: [PageID] = []

  /// Pages that show an earlier image, because the bytes of their last one are missing.
  public internal(set) var revertedPages: [PageID] = []

  /// Pages that the catalog had lost, and originals that belonged to no page.
  ///
  /// Such originals become pages of a new document.
  ///
  /// If all orders were readable, a page that is in no order was in the trash, and is restored
  /// there.
  public internal(set) var recoveredPages: [PageID] = []

  /// The paths of files set aside: replaced files, and files that do not belong to the store.
  public internal(set) var putAside: [String] = []

  /// Problems of the catalog as a whole that were corrected, only in a store on servers.
  public internal(set) var repairedProblems: [VerificationReport.Problem] = []

  /// Problems that were left, only in a store on servers.
  ///
  /// They are missing indexes, altered originals that belong to no page, and what others have damaged meanwhile.
  public internal(set) var unrepairedProblems: [VerificationReport.Problem] = []

  /// The title of the document whose pages are originals that belonged to no page.
  static let recoveryTitle = "Recovered pages"

  /// Whether nothing had to be repaired.
  public var isEmpty: Bool { self == RepairReport() }

  /// Adds what a part of a repair has done.
  mutating func add(_ part: RepairReport) {
    droppedReceiptCount += part.droppedReceiptCount
    repairedProblems += part.repairedProblems
    for list in Self.pageLists { self[keyPath: list] += part[keyPath: list] }
    for list in Self.documentLists { self[keyPath: list] += part[keyPath: list] }
  }

  private static var pageLists: [WritableKeyPath<Self, [PageID]>] {
    [
      \.repairedPages, \.repairedMetadata, \.damagedPages, \.lostPages, \.revertedPages,
      \.recoveredPages,
    ]
  }

  private static var documentLists: [WritableKeyPath<Self, [DocumentID]>] {
    [\.repairedDocuments, \.reorderedDocuments]
  }

  /// Removes repeated pages and documents.
  mutating func removeDuplicates() {
    for list in Self.pageLists { self[keyPath: list] = self[keyPath: list].uniqued() }
    for list in Self.documentLists { self[keyPath: list] = self[keyPath: list].uniqued() }
    repairedProblems = repairedProblems.uniqued()
  }
}

extension Array where Element: Hashable {
  /// The elements without those that occurred before.
  fileprivate func uniqued() -> [Element] {
    var known: Set<Element> = []
    return filter { known.insert($0).inserted }
  }
}
