// SPDX-License-Identifier: Apache-2.0

import GalleryModel

/// An edit that the source is asked to make, from the request of the session to the answer.
struct SourceEdit: Sendable {
  /// The call that is in progress.
  enum Step: Sendable {
    /// The pages are read, because changes are missing.
    case catchingUp

    /// The source is asked for a change of a version, after which it has this number of pages.
    case applying(Changeset, version: Int, count: Int)

    /// The pages are read, because the source has another version than the edit was based on.
    case rereading(version: Int, found: Int)

    /// The pages are read, because the source has made another change.
    case resynchronizing
  }

  /// The maximum number of attempts to rebase an edit on pages that others have changed.
  static let attemptLimit = 100

  /// The change, relative to the pages of the session.
  let changeset: Changeset
  let transaction: GalleryTransactionID
  /// The requests of callers that the edit fulfills.
  let tickets: [UpdateTicket]
  /// The rotation, if the edit is one.
  let rotation: PageRotation?

  /// The number of the request in progress.
  var number = 0
  var step = Step.catchingUp
  var attemptCount = 0
  /// The pages whose replacement is not requested, because the source has lost them.
  var skipped: [PageID] = []
  /// Whether the version of the source has decreased since the first attempt.
  var hasGoneBack = false
}
