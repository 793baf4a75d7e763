// SPDX-License-Identifier: Apache-2.0

/// The reason why a change of the pages was refused or failed.
///
/// A refused change changes nothing.
public enum UpdateError: Error, Hashable, Sendable {
  /// An index is not that of a page before the change.
  case indexOutOfRange(Int, count: Int)

  /// A place for a new page is not in `0...count`.
  case gapOutOfRange(Int, count: Int)

  /// An index is not that of a page after the change.
  case destinationOutOfRange(Int, count: Int)

  /// Two parts of a change name the same page, by its index before the change.
  case repeatedIndex(Int)

  /// Two parts of a change put a page at the same index after the change.
  case repeatedDestination(Int)

  /// No page has this name.
  case unknownPage(PageID)

  /// A new page has the name of a page that exists or waits to be inserted.
  case duplicateID(PageID)

  /// The version of a picture is not in `0...Int32.max`.
  case invalidContentVersion(found: Int)

  /// There would be more than `UInt32.max` pages.
  case tooManyPages

  /// As many requests wait as may wait at a time.
  case queueFull(limit: Int)

  /// The owner of the pages could not make the change, for a reason to which it gave a number.
  case sourceFailed(code: Int)

  /// The owner of the pages reported other pages than those that the change leads to.
  case sourceInconsistent
}
