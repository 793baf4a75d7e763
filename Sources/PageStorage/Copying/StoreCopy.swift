// SPDX-License-Identifier: Apache-2.0

import GalleryPages

/// A copy of a store in another one, on any engine, which can follow the changes of the store.
///
/// Documents and pages keep their IDs, revisions, dates and places in the trash; receipts are copied too, so that a
/// keyed edit that is repeated at the copy is not made twice. Bytes are verified. A document is copied as a whole,
/// and one that is already as in the store is not written again: a copy that was interrupted is completed by
/// another one; until then it cannot be opened otherwise. Nobody else may change the copy, and the two must not share
/// the place of their originals.
///
/// A page that the store has lost stays in an earlier copy, and is reported each time. One that the store does not know
/// any more was purged, unless its original still has a row and no page.
///
/// ```swift
/// func copyArchive() async throws {
///   let source = try await PageStore.open(
///     at: "archive", configuration: PageStoreConfiguration(access: .readOnly))
///   var configuration = PageStoreConfiguration()
///   configuration.opensUnfinishedCopy = true
///   let target = try await PageStore.open(at: "copy", configuration: configuration)
///   var copy = StoreCopy(of: source, to: target)
///   let report = try await copy.run()
///   print("\(report.documentCount) documents, \(report.problems.count) problems")
/// }
/// ```
public struct StoreCopy: Sendable {
  /// The store.
  public let source: PageStore

  /// The copy.
  public let target: PageStore

  /// The last change of the store that the copy contains, `nil` before the first pass.
  private var lastChange: Int64?

  /// The maximum number of passes over what has changed during a copy: a store in use changes all the time.
  private static let passCount = 10

  /// Creates a copy, without copying anything yet.
  ///
  /// - Parameters:
  ///   - source: The store, which may be open for reading only, and changed meanwhile.
  ///   - target: The copy: a new store, or an earlier copy of the same one; open for writing.
  public init(of source: PageStore, to target: PageStore) {
    (self.source, self.target) = (source, target)
  }

  /// Copies everything that differs.
  ///
  /// - Parameter progress: Called after each document with the number of documents done, and of all.
  /// - Returns: What was copied, and what could not be.
  /// - Throws: `PageStoreError.unfitLocation` if the target is no copy of the store, was changed by others, is newer
  ///   than the store, which was restored from a backup, or has its originals where the store has them;
  ///   what reading and writing can throw.
  /// - Complexity: O(pages) reads of both stores; bytes are read only where the copy lacks them.
  public mutating func run(
    progress: @Sendable (_ done: Int, _ all: Int) -> Void = { _, _ in }
  ) async throws(PageStoreError) -> StoreCopyReport {
    var last = try await check()
    try await markAsUnfinished()
    try await note(last)
    // Before the first page, so that an unfinished copy is sound as well.
    try await copyNumbers()
    let documents = try await allDocuments()
    var report = StoreCopyReport()
    try await copy(documents, &report, progress)
    // Pages may have moved meanwhile to documents that were new, or had been copied before.
    for _ in 0..<Self.passCount {
      let (end, changed) = try await changes(after: last)
      guard end != last else { break }
      try await note(end)
      try await copy(changed ?? documents, &report) { _, _ in }
      last = end
    }
    try await copyReceipts()
    if report.problems.isEmpty { try await removeUnusedOriginals() }
    try await markAsFinished()
    lastChange = last
    return report
  }

  /// Checks that the target can become or stay a copy; a new one that cannot is an empty store like any other.
  ///
  /// - Returns: The number of the last change of the store.
  private func check() async throws(PageStoreError) -> Int64 {
    do throws(PageStoreError) {
      try await requireOwnOriginals()
      try await requireUnchangedCopy()
      let last = try await source.lookUp { db in try ChangeLog.lastNumber(db) }
      try await requireLaterStore(last)
      try await requireLaterDocuments()
      return last
    } catch {
      await unmarkIfNew()
      throw error
    }
  }

  /// Copies what has changed since the last pass; all that differs, if that is unknown.
  ///
  /// - Returns: What was copied, `nil` if nothing has changed.
  /// - Throws: What ``run(progress:)`` can throw.
  public mutating func catchUp() async throws(PageStoreError) -> StoreCopyReport? {
    let known = lastChange
    let (last, documents) = try await changes(after: known)
    guard last != known else { return nil }
    try await requireUnchangedCopy()
    try await requireLaterStore(last)
    guard let documents else { return try await run() }
    try await note(last)
    var report = StoreCopyReport()
    try await copy(documents, &report) { _, _ in }
    try await copyNumbers()
    lastChange = last
    return report
  }

  /// Returns the last change, and the documents that were changed after one, `nil` if that is unknown.
  private func changes(
    after known: Int64?
  ) async throws(PageStoreError) -> (last: Int64, documents: Set<DocumentID>?) {
    try await source.read { db in
      (try ChangeLog.lastNumber(db), try ChangeLog.documents(changedAfter: known, in: db))
    }
  }

  private func copy(
    _ documents: Set<DocumentID>, _ report: inout StoreCopyReport,
    _ progress: (Int, Int) -> Void
  ) async throws(PageStoreError) {
    let ids = documents.sorted { $0.rawValue < $1.rawValue }
    var (gone, count): ([DocumentID], Int) = ([], 0)
    // Those that are gone come last: their pages may be in others, where the store has lost them since.
    for isLast in [false, true] {
      for id in isLast ? gone : ids {
        if Task.isCancelled { throw .cancelled }
        guard try await copy(id, &report, unlessGone: !isLast) else {
          gone.append(id)
          continue
        }
        count += 1
        progress(count, ids.count)
      }
    }
  }

  /// Copies a document, or notes why it cannot be copied.
  ///
  /// - Returns: `false` for one that is gone and is left as it is.
  private func copy(
    _ document: DocumentID, _ report: inout StoreCopyReport, unlessGone leavesGone: Bool
  ) async throws(PageStoreError) -> Bool {
    do throws(PageStoreError) {
      return try await copy([document], &report, unlessGone: leavesGone)
    } catch {
      guard error.concernsCopiedDocument else { throw error }
      report.add([.init(document: document, error: error)])
      return true
    }
  }

  /// Copies documents, with others that have pages of theirs in the copy or in the store.
  ///
  /// - Returns: `false` if they are gone and are left as they are.
  private func copy(
    _ documents: Set<DocumentID>, _ report: inout StoreCopyReport, unlessGone leavesGone: Bool
  ) async throws(PageStoreError) -> Bool {
    var ids = documents
    while true {
      let found = try await source.copiedDocuments(ids)
      if leavesGone, found.areGone { return false }
      try await source.requireNoPagesWithoutDocument(found)
      let (old, owners) = try await copied(ids, with: found.pageIDs + found.lostPages)
      if !owners.isSubset(of: ids) {
        ids.formUnion(owners)
        continue
      }
      // Pages that have left these documents are copied with those that they are in now, or stay if these are damaged.
      let missing = found.missingPages(of: old)
      let destinations = try await source.owners(of: missing.map(\.row.id))
      if !destinations.isSubset(of: ids) {
        ids.formUnion(destinations)
        continue
      }
      let lost = try await source.lostPages(among: missing, found, in: old)
      let new = try found.keeping(lost, of: old)
      let problems = try found.problems(lost, of: old)
      guard new.documents != old.documents else {
        report.add(problems)
        return true
      }
      try new.requireLater(than: old)
      do throws(PageStoreError) {
        if try await write(new, over: old, from: found, &report) {
          report.add(problems)
          return true
        }
      } catch {
        // Others have changed the copy: whether it may be overwritten is decided anew.
        guard case .conflict = error else { throw error }
      }
    }
  }

  /// Reads documents of the copy, and which of its documents have pages.
  private func copied(
    _ ids: Set<DocumentID>, with pages: [PageID]
  ) async throws(PageStoreError) -> (CopiedDocuments, owners: Set<DocumentID>) {
    try await Self.ofCopy { () async throws(PageStoreError) in
      (try await target.copiedDocuments(ids), try await target.owners(of: pages))
    }
  }
}

extension PageStoreError {
  /// Whether an error concerns one document, so that others can still be copied.
  fileprivate var concernsCopiedDocument: Bool {
    if case .corrupted(let damage) = self {
      switch damage {
      case .page, .document, .order: return true
      default: return false
      }
    }
    return false
  }
}
