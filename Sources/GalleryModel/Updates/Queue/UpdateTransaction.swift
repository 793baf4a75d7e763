// SPDX-License-Identifier: Apache-2.0

/// The requests that change the pages together.
struct UpdateTransaction: Hashable, Sendable {
  /// The change, relative to the present pages.
  ///
  /// It is valid and not empty.
  var changeset: Changeset

  /// The requests, ascending.
  var tickets: [UpdateTicket]

  /// The page to activate after the change: the first new page with `InsertionFocus.inserted`.
  var focus: PageID?

  /// The factor for all durations.
  var durationScale: Double
}

/// The result of a cancellation.
enum UpdateCancellation: Hashable, Sendable {
  /// The request has ended, or it is too late.
  case refused

  /// The request was waiting; it and its dependents have ended.
  case done([UpdateCompletion])

  /// The request was running alone: it is rolled back, and then ``UpdateQueue/finish()`` returns
  /// its outcome.
  case rollsBack

  /// The request was cancelled before, and is being rolled back.
  case rollingBack
}
