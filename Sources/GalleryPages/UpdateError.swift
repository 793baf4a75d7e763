// SPDX-License-Identifier: Apache-2.0

/// The reason why a change of the pages was rejected or failed.
///
/// A rejected change has no effect.
public enum UpdateError: Error, Hashable, Sendable {
  /// An index is not that of a page before the change.
  case indexOutOfRange(Int, count: Int)

  /// A gap for a new page is not in `0...count`.
  case gapOutOfRange(Int, count: Int)

  /// An index is not that of a page after the change.
  case destinationOutOfRange(Int, count: Int)

  /// Two entries of a change refer to the same page, by its index before the change.
  case repeatedIndex(Int)

  /// Two entries of a change put a page at the same index after the change.
  case repeatedDestination(Int)

  /// No page has this identifier.
  case unknownPage(PageID)

  /// A new page has the identifier of a page that exists or is waiting to be inserted.
  case duplicateID(PageID)

  /// A content version is not in `0...Int32.max`.
  case invalidContentVersion(found: Int)

  /// The change would lead to more than `UInt32.max` pages.
  case tooManyPages

  /// The queue of pending requests is full.
  case queueFull(limit: Int)

  /// The owner of the pages could not make the change; `code` is its own number for the reason.
  case sourceFailed(code: Int)

  /// The pages that the owner reported differ from the result of the change.
  case sourceInconsistent
}
