// SPDX-License-Identifier: Apache-2.0

public import HummingbirdCore
import NIOCore

/// The connections of a server, with limits for slow, broken and hostile clients.
///
/// An application uses both parts: it is created with ``server`` as its server, and with
/// ``availability`` as the `availableConnectionsDelegate` of its configuration.
///
/// Requests that are not strictly HTTP/1.1, as RFC 9112 describes it, are answered with a problem
/// document, and their connection closes. The authority of a target in absolute form takes the place of the
/// field `Host`, so that the server checks it. Above the maximum number of connections, further ones wait in
/// the accept queue of the system. A connection of an address that has too many is answered with 503 and
/// closed at once: the queue has a single order, so one address that waited there would delay all others.
public struct GuardedConnections: Sendable {
  /// The limits.
  public let limits: ConnectionLimits

  /// The certificate of encrypted connections, `nil` for plain ones.
  public let certificate: ServerCertificate?

  private let admission: ConnectionAdmission

  /// Creates the connections of one server.
  ///
  /// - Parameters:
  ///   - limits: The limits; those of a public server by default.
  ///   - certificate: The certificate of encrypted connections; `nil`, the default, for plain ones.
  /// - Precondition: All limits are positive.
  public init(
    limits: ConnectionLimits = ConnectionLimits(), certificate: ServerCertificate? = nil
  ) {
    precondition(limits.minimumBodyRate > 0, "The minimum rate of a body must be positive.")
    precondition(limits.maximumConnectionCount > 0, "At least one connection must be possible.")
    (self.limits, self.certificate) = (limits, certificate)
    admission = ConnectionAdmission(limitPerAddress: limits.maximumConnectionCountPerAddress)
  }

  /// The counters since the start.
  public var statistics: GuardStatistics { admission.statistics }

  /// The builder of the server.
  public var server: HTTPServerBuilder { server(with: { [] }) }

  /// Returns the builder of a server with more handlers before its tasks, made for each connection.
  func server(
    with handlers: @escaping @Sendable () -> [any RemovableChannelHandler]
  ) -> HTTPServerBuilder {
    HTTPServerBuilder { responder in
      GuardedHTTP1Channel(
        base: HTTP1Channel(
          responder: responder, configuration: .init(additionalChannelHandlers: handlers())),
        limits: limits, admission: admission, certificate: certificate)
    }
  }

  /// The rule that stops accepting connections while there are as many as possible.
  public var availability: some AvailableConnectionsDelegate {
    ConnectionAvailability(limit: limits.maximumConnectionCount, admission: admission)
  }
}

/// Stops accepting connections at a limit.
private struct ConnectionAvailability: AvailableConnectionsDelegate {
  let limit: Int
  let admission: ConnectionAdmission
  private var count = 0

  init(limit: Int, admission: ConnectionAdmission) {
    (self.limit, self.admission) = (limit, admission)
  }

  mutating func connectionOpened() { count += 1 }
  mutating func connectionClosed() { count -= 1 }

  func isAcceptingNewConnections() -> Bool {
    if count >= limit { admission.pause() }
    return count < limit
  }
}
