// SPDX-License-Identifier: Apache-2.0

/// Something that happened in a gallery, at an exact time.
public enum GalleryEvent: Hashable, Sendable {
  /// Another page became the active one. `nil` means that there is none.
  case activeChanged(from: PageID?, to: PageID?, at: Duration)

  /// A call carried the time `found`, earlier than the call before it; it was taken to happen at
  /// `at`.
  case clockWentBackwards(found: Duration, at: Duration)

  /// The host is asked to change its pages, and to answer with
  /// ``GallerySession/resolveCommit(_:_:at:)``.
  case commitRequested(GalleryTransactionID, Changeset, at: Duration)

  /// The pages have changed.
  case committed(GalleryTransactionID, Changeset, at: Duration)

  /// A request to change the pages has ended.
  case completed(UpdateTicket, UpdateOutcome, at: Duration)

  /// The pages of the host were not those to which a change had led, and were taken over.
  case sourceInconsistent(at: Duration)

  /// Pages that will be needed soon, the most urgent one first.
  case prefetch([PageID], at: Duration)

  /// Pages that were announced and are no longer needed soon, in the order of
  /// their announcement.
  case cancelPrefetch([PageID], at: Duration)
}
