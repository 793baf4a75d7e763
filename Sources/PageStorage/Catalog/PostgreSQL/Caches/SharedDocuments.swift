// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import GalleryPages

  /// The documents that other processes change as well: their rows are not kept for a turn after others.
  ///
  /// A row that is kept and was changed costs a round trip, in which it would have been asked for.
  struct SharedDocuments {
    /// The number of turns after which documents may be those of one process again.
    private static let period = 16

    private(set) var documents: Set<DocumentID> = []
    private var turnCount = 0

    /// Notes the documents that others have changed before a turn.
    mutating func note(_ changed: Set<DocumentID>) {
      turnCount += 1
      if turnCount.isMultiple(of: Self.period) { documents.removeAll() }
      documents.formUnion(changed)
    }
  }
#endif
