// SPDX-License-Identifier: Apache-2.0

/// Counters of connections since the start.
public struct GuardStatistics: Hashable, Sendable {
  /// The connections that were opened, including refused ones.
  public internal(set) var accepted = 0

  /// The connections that were refused, because their address had too many.
  public internal(set) var refused = 0

  /// The connections that are open now.
  public internal(set) var open = 0

  /// The streams of HTTP/2 that are open now, also those whose responses clients do not take.
  public internal(set) var openStreams = 0

  /// The number of times that the server stopped accepting connections, at the maximum number.
  ///
  /// Further ones waited in the accept queue of the system.
  public internal(set) var pauses = 0

  /// The connections that closed, by reason.
  public internal(set) var closed: [CloseReason: Int] = [:]

  /// The streams of HTTP/2 that the server reset, by reason; their connections stayed open.
  public internal(set) var resets: [CloseReason: Int] = [:]

  /// The rejected requests, by reason.
  public internal(set) var rejected: [FramingError: Int] = [:]

  init() {}
}
