// SPDX-License-Identifier: Apache-2.0

/// A selection of pages by what many of them have in common.
enum PageQuery {
  /// The pages of a document, in the trash or not, in any order.
  case document(DocumentID)
  /// The pages in a document's trash, the last deleted first.
  case trash(of: DocumentID)
  /// The pages of an original, in the trash or not, in ascending order.
  case original(Int64)
  /// The pages of an original in a document, in the trash or not, in ascending order.
  case originalInDocument(Int64, DocumentID)
  /// The pages of an original outside the trash, in documents outside the trash, in ascending order.
  case visibleWithOriginal(Int64, limit: Int)
  /// Some pages to remove for good: those of documents being purged, and those deleted before a date,
  /// `.max` for all deleted ones. Optionally only those whose originals no remaining page has.
  case removable(deletedBefore: Int64, onlyWithOriginals: Bool, limit: Int)
}
