// SPDX-License-Identifier: Apache-2.0

/// The outcome of a request; every request has exactly one.
public enum UpdateOutcome: Hashable, Sendable {
  /// The pages changed at `commitTime`, or there was nothing to change.
  case success(commitTime: Duration)

  /// The change could not be made, and the request has no effect.
  case failed(UpdateError)

  /// The request was cancelled before the pages changed.
  case cancelled

  /// The pages of the request were inserted and deleted again before they were shown.
  case cancelledOut

  /// The pages of the request got yet another image before this one was shown.
  case superseded

  /// The pages were already being deleted at the time of the request.
  case alreadyRemoved

  /// The request refers to a page whose insertion failed or was cancelled.
  case dependencyFailed

  /// The request was rejected at once, and has no effect.
  case rejected(UpdateError)
}

/// The end of one request, with its outcome.
public struct UpdateCompletion: Hashable, Sendable {
  /// The request.
  public var ticket: UpdateTicket

  /// The outcome.
  public var outcome: UpdateOutcome

  /// Creates the end of a request.
  ///
  /// - Parameters:
  ///   - ticket: The request.
  ///   - outcome: The outcome.
  public init(ticket: UpdateTicket, outcome: UpdateOutcome) {
    self.ticket = ticket
    self.outcome = outcome
  }
}

#if !hasFeature(Embedded)
  // An object with its two properties.
  extension UpdateCompletion: Codable {}
#endif
