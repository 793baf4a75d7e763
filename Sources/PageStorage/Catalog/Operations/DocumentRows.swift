// SPDX-License-Identifier: Apache-2.0

/// The rows of documents.
protocol DocumentRows {
  /// Returns the row of a document, in the trash or not.
  func document(_ id: DocumentID) throws -> DocumentRow?

  /// Returns the state of a document, in the trash or not.
  func documentState(_ id: DocumentID) throws -> DocumentState?

  /// Lets an engine on another machine load all rows of a document together: its order, its pages with their
  /// originals, and their metadata.
  func prepareDocument(_ id: DocumentID) throws

  /// The highest number that a document has or had.
  func lastDocumentNumber() throws -> Int64

  /// Reads the documents in an order, damaged or not, each when the one before it was taken.
  ///
  /// - Parameters:
  ///   - order: The order.
  ///   - start: The document after which to begin, `nil` for the first one.
  ///   - take: Takes the place of a document; returns `false` to end.
  /// - Throws: What `take` throws, and the engine's errors.
  func readDocuments(
    in order: DocumentOrder, after start: DocumentCursor?, _ take: (DocumentCursor) throws -> Bool
  ) throws

  /// Reads the rows of all documents in ascending order, or why they cannot be read.
  func readDocuments(_ take: (Result<DocumentRow, any Error>) throws -> Void) throws

  /// Reads the documents that are not in the trash and whose metadata may have a key, last first.
  ///
  /// - Parameters:
  ///   - key: The key, in ASCII letters.
  ///   - floor: The last document to skip.
  ///   - take: Takes a sound row; returns `false` to end.
  /// - Throws: What `take` throws, and the engine's errors.
  func readDocuments(
    withMetadata key: String, after floor: DocumentID, _ take: (DocumentRow) throws -> Bool
  ) throws

  /// Adds a document.
  func insert(_ document: DocumentRow) throws

  /// Writes what people have written about a document, and its state.
  func update(_ document: DocumentRow) throws

  /// Writes the state of a document.
  func update(_ state: DocumentState) throws

  /// Removes the row of a document, but no other rows.
  func removeDocument(_ id: DocumentID) throws
}
