// SPDX-License-Identifier: Apache-2.0

/// The requests that change the pages together.
struct UpdateTransaction: Hashable, Sendable {
  /// What changes, relative to the pages that are there now.
  ///
  /// It is valid and not empty.
  var changeset: Changeset

  /// The requests, ascending.
  var tickets: [UpdateTicket]

  /// The page to go to after the change: the first new page of which this was asked.
  var focus: PageID?

  /// The factor of all lengths of time.
  var durationScale: Double
}

/// What becomes of a request that is taken back.
enum UpdateCancellation: Hashable, Sendable {
  /// It has ended, or it is too late.
  case refused

  /// It was waiting, and it and those that depend on it have ended.
  case done([UpdateCompletion])

  /// It was running alone: its animation goes back, and then ``UpdateQueue/finish()`` tells its end.
  case rollsBack

  /// It was taken back before, and its animation is going back.
  case rollingBack
}
