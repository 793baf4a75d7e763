// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import GalleryServer
import Glibc
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import PageStorage
import ServiceLifecycle
import UnixSignals

/// The process: opens the store, serves it, and closes it after a signal.
struct ServerProcess {
  /// The number of thumbnails that may wait until others are made.
  private static let thumbnailQueueLimit = 256

  /// The time that requests in progress have after a signal.
  private static let shutdownDuration = Duration.seconds(10)

  let options: ServeCommand

  /// Runs until a signal.
  ///
  /// Everything that can fail is done before the port is opened.
  func run() async throws {
    var logger = Logger(label: "gallery-server") { StreamLogHandler.standardError(label: $0) }
    logger.logLevel = .notice
    let address = try address()
    let store = try await openedStore(logger)
    do {
      try await serve(store, on: address, logger)
    } catch {
      await store.close()
      throw error
    }
    await store.close()
  }

  private func address() throws(StartupFailure) -> SocketAddress {
    guard let listen = ListenAddress(argument: options.listen) else {
      throw StartupFailure(.configuration, "--listen needs a host and a port")
    }
    let address = try listen.resolved()
    guard address.isLoopback || options.insecure else {
      throw StartupFailure(
        .configuration,
        "other machines can reach \(listen.host), and there is no access control: listen on "
          + "127.0.0.1 or [::1], or pass --insecure to let everyone read and change the store")
    }
    return address
  }

  private func openedStore(_ logger: Logger) async throws(StartupFailure) -> PageStore {
    var configuration = PageStoreConfiguration(thumbnailQueueLimit: Self.thumbnailQueueLimit)
    configuration.thumbnailMemoryByteCount =
      ByteCountArgument(argument: options.thumbnailMemory)?.count ?? 0
    let names = try? FileManager.default.contentsOfDirectory(atPath: options.store)
    do throws(PageStoreError) {
      let store = try await PageStore.open(at: options.store, configuration: configuration)
      if names?.isEmpty != false { logger.notice("a new store was created") }
      return store
    } catch {
      throw StartupFailure(opening: options.store, error)
    }
  }

  private func serve(_ store: PageStore, on address: SocketAddress, _ logger: Logger) async throws {
    let names = options.allowHost + (options.publicHost.map { [$0] } ?? [])
    let server = GalleryServer(
      store: store,
      configuration: GalleryServerConfiguration(
        publicURL: options.publicURL,
        hosts: address.isLoopback ? .loopback(and: names) : .any))
    let connections = GuardedConnections(limits: limits(on: address))
    let application = Application(
      responder: server.responder(context: GalleryRequestContext.self), server: connections.server,
      configuration: ApplicationConfiguration(
        address: .hostname(address.ipAddress ?? "127.0.0.1", port: address.port ?? 0),
        availableConnectionsDelegate: connections.availability),
      onServerRunning: { channel in
        let url = channel.localAddress?.url ?? address.url
        StandardStreams.print("listening on \(url)", to: .output)
      },
      logger: logger)
    // Services shut down in reverse order: first the server stops being ready.
    var configuration = ServiceGroupConfiguration(
      services: [application, Drain(server: server)],
      gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    configuration.maximumGracefulShutdownDuration = Self.shutdownDuration
    try await run(ServiceGroup(configuration: configuration), on: address)
  }

  /// The limits of connections.
  ///
  /// All clients of a loopback address have the same address, also those of a reverse proxy.
  private func limits(on address: SocketAddress) -> ConnectionLimits {
    var limits = ConnectionLimits()
    if address.isLoopback { limits.maximumConnectionCountPerAddress = nil }
    return limits
  }

  private func run(_ group: ServiceGroup, on address: SocketAddress) async throws {
    do {
      try await group.run()
    } catch let error as IOError {
      let reason = String(cString: strerror(error.errnoCode))
      throw StartupFailure(.unavailable, "cannot listen on \(address.url): \(reason)")
    } catch is CancellationError {
      // The requests in progress took too long.
    }
  }
}

/// Marks the server as shutting down, and lets a second signal end the process.
private struct Drain: Service {
  let server: GalleryServer

  func run() async throws {
    try await gracefulShutdown()
    server.drain()
    signal(SIGTERM, SIG_DFL)
    signal(SIGINT, SIG_DFL)
  }
}
