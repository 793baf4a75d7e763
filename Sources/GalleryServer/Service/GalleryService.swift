// SPDX-License-Identifier: Apache-2.0

public import Hummingbird
public import Logging
public import NIOCore
public import ServiceLifecycle

/// A whole server as a service: routes, guarded connections, and their end.
///
/// An application adds it to its own `ServiceGroup`. When the group shuts down, the server is no longer
/// ready, accepts no connections, ends its event streams, and answers the requests in progress. The
/// group limits the time for that with `maximumGracefulShutdownDuration`.
public struct GalleryService: Service {
  /// The server.
  public let server: GalleryServer

  /// The connections, with their counters.
  public let connections: GuardedConnections

  private let address: BindAddress
  private let logger: Logger
  private let onServerRunning: @Sendable (any Channel) async -> Void

  /// Creates a service.
  ///
  /// - Parameters:
  ///   - server: The server.
  ///   - address: The address to listen on, port 8080 on the loopback interface by default; port 0
  ///     takes a free one.
  ///   - connections: The connections, with the limits of a public server by default.
  ///   - logger: The logger of requests and of the service.
  ///   - onServerRunning: A function that receives the listening channel, whose `localAddress` has the
  ///     port, as soon as connections are accepted.
  public init(
    server: GalleryServer, address: BindAddress = .hostname("127.0.0.1", port: 8080),
    connections: GuardedConnections = GuardedConnections(),
    logger: Logger = Logger(label: "gallery-server"),
    onServerRunning: @escaping @Sendable (any Channel) async -> Void = { _ in }
  ) {
    (self.server, self.address, self.connections) = (server, address, connections)
    (self.logger, self.onServerRunning) = (logger, onServerRunning)
  }

  /// Serves until the group shuts down.
  ///
  /// - Throws: The errors of the system if the address cannot be listened on.
  public func run() async throws {
    let application = Application(
      responder: server.responder(context: GalleryRequestContext.self),
      server: connections.server(of: server, logger: logger),
      configuration: ApplicationConfiguration(
        address: address, availableConnectionsDelegate: connections.availability),
      onServerRunning: onServerRunning, logger: logger)
    try await withGracefulShutdownHandler {
      try await application.run()
    } onGracefulShutdown: {
      server.drain()
    }
  }
}
