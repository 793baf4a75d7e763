// SPDX-License-Identifier: Apache-2.0

/// Faults of a catalog as a whole that are found in several places, as clauses for a message.
enum CatalogFault {
  static let pageCounter = "the counter of pages is out of range"
  static let documentCounter = "the counter of documents is out of range"
  static let changeNumbers = "the numbers of changes are out of range"
  static let changeLog = "the log of changes was altered"
  static let unusedOriginals = "there are originals without a page"
}
