// SPDX-License-Identifier: Apache-2.0

/// The reasons for which connections close.
public enum CloseReason: String, CaseIterable, Sendable {
  /// A request breaks a rule of HTTP/1.1, or exceeds a limit.
  case malformedRequest
  /// A header was not complete in time.
  case slowHeader
  /// A body arrived too slowly.
  case slowBody
  /// The client did not read the response.
  case stalledWrite
  /// The client sent no request for some time.
  case idle
  /// The client sent more of a body after its response than the server reads, or took too long.
  case drained
  /// The request or the response was the last one of the connection.
  case lastResponse
  /// The address of the client has too many connections.
  case tooManyConnections
  /// The client or the program closed the connection.
  case other
}
