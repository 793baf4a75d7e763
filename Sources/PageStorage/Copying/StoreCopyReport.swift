// SPDX-License-Identifier: Apache-2.0

/// What a pass of a ``StoreCopy`` has done.
public struct StoreCopyReport: Hashable, Sendable {
  /// Something that the copy lacks.
  public struct Problem: Hashable, Sendable {
    /// The document.
    public let document: DocumentID

    /// Why it is lacking: `.corrupted(.original)` for a page whose bytes are damaged in the store, and which
    /// the copy shows as damaged; `.corrupted(.page)` for a page whose entry is damaged or lost in the store, and which
    /// the copy has as before, or lacks; `.corrupted(.metadata)` likewise for metadata of a page; another error for a document that could not be copied at all.
    public let error: PageStoreError
  }

  /// The number of documents that were written.
  public internal(set) var documentCount = 0

  /// The number of pages in them, including those in the trash.
  public internal(set) var pageCount = 0

  /// The number of originals that were put.
  public internal(set) var originalCount = 0

  /// The number of their bytes.
  public internal(set) var byteCount = 0

  /// What the copy lacks.
  public private(set) var problems: [Problem] = []

  private var knownProblems: Set<Problem> = []

  init() {}

  /// Adds problems, each once.
  mutating func add(_ new: [Problem]) {
    problems += new.filter { knownProblems.insert($0).inserted }
  }
}
