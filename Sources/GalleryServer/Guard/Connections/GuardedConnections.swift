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
/// field `Host`, so that the server checks it.
///
/// Clients of encrypted connections may negotiate HTTP/2, of which a connection has up to 100 streams. The
/// limits of a header, of a body and of a response hold for each stream, and the server resets a stream
/// that exceeds them. A connection is idle while it has no stream. Excessive or malformed frames, also a
/// header above its maximum size, end a connection. A client may send 4 KiB of a body before the server
/// uses it, and 64 KiB for up to four bodies that are being used: a connection keeps less than 1 MiB of
/// requests. Before it has confirmed the settings, it may send 64 KiB of each of four bodies; the connection of a proxy,
/// of all its streams, which takes up to 6.4 MiB. Of a response it keeps what its program has written: `GalleryServer` writes thumbnails and
/// originals in pieces, each after the client has taken the previous one.
///
/// Above the maximum number of connections, further ones wait in
/// the accept queue of the system. A connection of an address that has too many is answered with 503 and
/// closed at once: the queue has a single order, so one address that waited there would delay all others.
/// An encrypted one is closed without an answer, because a handshake takes time.
public struct GuardedConnections: Sendable {
  /// The limits.
  public let limits: ConnectionLimits

  /// The certificate of encrypted connections, `nil` for plain ones.
  public let certificate: ServerCertificate?

  /// Whether plain connections may speak HTTP/2 as well.
  public let acceptsCleartextHTTP2: Bool

  private let admission: ConnectionAdmission

  /// Creates the connections of one server.
  ///
  /// - Parameters:
  ///   - limits: The limits; those of a public server by default.
  ///   - certificate: The certificate of encrypted connections; `nil`, the default, for plain ones.
  ///   - acceptsCleartextHTTP2: Whether plain connections may speak HTTP/2 as well, for a proxy that knows
  ///     of it; `false` by default. Encrypted ones negotiate it in any case.
  /// - Precondition: All limits are positive.
  public init(
    limits: ConnectionLimits = ConnectionLimits(), certificate: ServerCertificate? = nil,
    acceptsCleartextHTTP2: Bool = false
  ) {
    precondition(limits.arePositive, "All limits must be positive.")
    (self.limits, self.certificate) = (limits, certificate)
    self.acceptsCleartextHTTP2 = acceptsCleartextHTTP2
    admission = ConnectionAdmission(
      limitPerAddress: limits.maximumConnectionCountPerAddress,
      sharedAddresses: limits.sharedAddresses)
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
      let base = HTTP1Channel(
        responder: responder, configuration: .init(additionalChannelHandlers: handlers()))
      return GuardedChannel(
        http1: GuardedHTTP1Channel(base: base, limits: limits, admission: admission),
        http2: GuardedHTTP2Channel(base: base, limits: limits, admission: admission),
        certificate: certificate, acceptsCleartextHTTP2: acceptsCleartextHTTP2)
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
