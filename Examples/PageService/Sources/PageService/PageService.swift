// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import HummingbirdCore
import PageGallery
import ServiceLifecycle

/// The request context: only the standard fields.
typealias Context = BasicRequestContext

/// A service for documents and galleries over HTTP, on the loopback interface.
///
/// usage: PageService FOLDER [PORT [IDLE-SECONDS]]
@main struct PageService {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard (2...4).contains(arguments.count),
      let port = arguments.count > 2 ? Int(arguments[2]) : 8080,
      let idleTime = arguments.count > 3 ? Int(arguments[3]) : 300, idleTime > 0
    else {
      FileHandle.standardError.write(
        Data("usage: PageService FOLDER [PORT [IDLE-SECONDS]]\n".utf8))
      exit(64)
    }
    let store = try await PageStore.open(
      at: arguments[1], configuration: PageStoreConfiguration(maximumPageByteCount: 64 << 20))
    do {
      try await serve(store, port: port, idleTime: .seconds(idleTime))
    } catch {
      await store.close()
      throw error
    }
    await store.close()
  }

  /// Serves a store until SIGTERM or SIGINT, and then completes the pending requests.
  private static func serve(_ store: PageStore, port: Int, idleTime: Duration) async throws {
    let galleries = Galleries(in: store, idleTimeout: idleTime)
    let router = Router(options: .autoGenerateHeadEndpoints)
    router.add(middleware: ErrorStatuses())
    StoreRoutes(store: store).add(to: router)
    GalleryRoutes(galleries: galleries).add(to: router)
    let service = Application(
      router: router,
      server: .http1(configuration: .init(idleTimeout: .seconds(60))),
      configuration: ApplicationConfiguration(
        address: .hostname("127.0.0.1", port: port),
        availableConnectionsDelegate: MaximumAvailableConnections(256)),
      services: [galleries])
    var configuration = ServiceGroupConfiguration(
      services: [service], gracefulShutdownSignals: [.sigterm, .sigint], logger: service.logger)
    // A client that stops reading does not delay the shutdown.
    configuration.maximumGracefulShutdownDuration = .seconds(10)
    try await ServiceGroup(configuration: configuration).run()
  }
}
