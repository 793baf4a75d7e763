// SPDX-License-Identifier: Apache-2.0

/// An event of a gallery, with its exact time.
public enum GalleryEvent: Hashable, Sendable {
  /// Another page became active. `nil` stands for no page.
  case activeChanged(from: PageID?, to: PageID?, at: Duration)

  /// A call had the time `found`, before that of the previous call; `at` was used instead.
  case clockWentBackwards(found: Duration, at: Duration)

  /// The host is asked to change its pages, and to answer with
  /// ``GallerySession/resolveCommit(_:_:at:)``.
  case commitRequested(GalleryTransactionID, Changeset, at: Duration)

  /// The change of the pages was committed.
  case committed(GalleryTransactionID, Changeset, at: Duration)

  /// A request to change the pages has ended.
  case completed(UpdateTicket, UpdateOutcome, at: Duration)

  /// The pages of the host differed from the result of a change, and were adopted.
  case sourceInconsistent(at: Duration)

  /// Pages that will be needed soon, the most urgent one first.
  case prefetch([PageID], at: Duration)

  /// Pages that were announced and are no longer needed soon, in the order of their announcement.
  case cancelPrefetch([PageID], at: Duration)
}
