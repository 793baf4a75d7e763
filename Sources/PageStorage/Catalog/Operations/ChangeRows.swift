// SPDX-License-Identifier: Apache-2.0

/// The log of changes.
protocol ChangeRows {
  /// The number of the first change in the log, zero if there is none.
  func firstChangeNumber() throws -> Int64

  /// The number of the last change in the log, zero if there is none.
  func lastChangeNumber() throws -> Int64

  /// Reads changes of the store in their order, damaged or not.
  ///
  /// - Parameters:
  ///   - number: The number after which to begin.
  ///   - limit: The maximum number of changes.
  /// - Returns: The changes.
  /// - Throws: The engine's errors.
  func changes(after number: Int64, limit: Int) throws -> [LoggedChange]

  /// Reads changes of a document's pages in the order of its revisions, damaged or not.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - revision: The revision after which to begin.
  ///   - limit: The maximum number of changes.
  /// - Returns: The changes.
  /// - Throws: The engine's errors.
  func changes(
    of document: DocumentID, afterRevision revision: Int, limit: Int
  ) throws -> [LoggedChange]

  /// Returns the documents of the changes after a number, `nil` if there are too many changes.
  func changedDocuments(after number: Int64, limit: Int) throws -> Set<DocumentID>?

  /// Appends a change.
  func insert(_ change: ChangeRow) throws

  /// Removes the changes up to a number.
  func removeChanges(through number: Int64) throws

  /// Removes the changes of a document's pages.
  func removeChanges(of document: DocumentID) throws
}
