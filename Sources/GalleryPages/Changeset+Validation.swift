// SPDX-License-Identifier: Apache-2.0

extension Changeset {
  /// Checks that the change fits a list of pages.
  ///
  /// Every index refers to a page of the list before or after the change. A page is deleted or
  /// moved at most once, a page that is replaced may be moved but not deleted, and no two pages go
  /// to the same index. New pages have distinct identifiers.
  ///
  /// - Parameter count: The number of pages before the change. A negative number counts as zero.
  /// - Throws: `UpdateError` for the first rule that is broken.
  /// - Complexity: O(m log m) for m entries.
  public func validate(count: Int) throws(UpdateError) {
    let count = max(0, count)
    try validateSources(count: count)
    let (newCount, overflow) = count.addingReportingOverflow(countChange)
    guard !overflow, newCount <= UInt32.max else { throw .tooManyPages }
    try validateDestinations(count: newCount)
    try validateInsertedPages()
  }

  private func validateSources(count: Int) throws(UpdateError) {
    let moved = moves.map { $0.source }
    let replaced = replacements.map { $0.index }
    for sources in [deletions, moved, replaced] {
      for index in sources where !(0..<count).contains(index) {
        throw .indexOutOfRange(index, count: count)
      }
    }
    if let index = (deletions + moved).ascending.firstRepetition { throw .repeatedIndex(index) }
    if let index = (deletions + replaced).ascending.firstRepetition { throw .repeatedIndex(index) }
  }

  private func validateDestinations(count: Int) throws(UpdateError) {
    let destinations = (insertions.map { $0.index } + moves.map { $0.destination }).ascending
    for index in destinations where !(0..<count).contains(index) {
      throw .destinationOutOfRange(index, count: count)
    }
    if let index = destinations.firstRepetition { throw .repeatedDestination(index) }
  }

  private func validateInsertedPages() throws(UpdateError) {
    for insertion in insertions {
      try insertion.page.validateContentVersion()
    }
    let names = insertions.map { $0.page.id.rawValue }.ascending
    if let name = names.firstRepetition { throw .duplicateID(PageID(name)) }
  }
}

extension Page {
  /// Checks the content version.
  ///
  /// - Throws: `UpdateError.invalidContentVersion` unless it is in `0...Int32.max`.
  package func validateContentVersion() throws(UpdateError) {
    guard (0...Int(Int32.max)).contains(contentVersion) else {
      throw .invalidContentVersion(found: contentVersion)
    }
  }
}

extension Array where Element: Equatable {
  /// The first element that equals the one before it.
  fileprivate var firstRepetition: Element? {
    for (first, second) in zip(self, dropFirst()) where first == second { return first }
    return nil
  }
}
