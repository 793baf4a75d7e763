// SPDX-License-Identifier: Apache-2.0

/// The end of a request, of which every request has exactly one.
public enum UpdateOutcome: Hashable, Sendable {
  /// The pages changed at `commitTime`, or there was nothing to change.
  case success(commitTime: Duration)

  /// The change could not be made, and the pages are as if it had never been asked for.
  case failed(UpdateError)

  /// The request was taken back before the pages changed.
  case cancelled

  /// The pages that the request speaks of were inserted and deleted again before anybody saw them.
  case cancelledOut

  /// The same pages were given another picture before this one was shown.
  case superseded

  /// The pages were already going away when the request came.
  case alreadyRemoved

  /// The request speaks of a page whose insertion failed or was taken back.
  case dependencyFailed

  /// The request was refused when it came, and changed nothing.
  case rejected(UpdateError)
}

/// The end of one request.
public struct UpdateCompletion: Hashable, Sendable {
  /// The request.
  public var ticket: UpdateTicket

  /// How it ended.
  public var outcome: UpdateOutcome

  /// Creates the end of a request.
  ///
  /// - Parameters:
  ///   - ticket: The request.
  ///   - outcome: How it ended.
  public init(ticket: UpdateTicket, outcome: UpdateOutcome) {
    self.ticket = ticket
    self.outcome = outcome
  }
}

#if !hasFeature(Embedded)
  // An object with its two properties.
  extension UpdateCompletion: Codable {}
#endif
