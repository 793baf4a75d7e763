// SPDX-License-Identifier: Apache-2.0

import GalleryClient
import GalleryServer
import Hummingbird
import Logging
import NIOCore
import PageStorage

/// A server on a port of this machine, which ends with this value.
final class LoopbackServer: Sendable {
  let port: Int
  private let task: Task<Void, any Error>

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - store: The store, which stays open.
  ///   - port: The port; any free one by default.
  ///   - configuration: The configuration of the server.
  /// - Throws: The error of the port.
  init(
    _ store: PageStore, port: Int = 0,
    configuration: GalleryServerConfiguration = GalleryServerConfiguration()
  ) async throws {
    let server = GalleryServer(store: store, configuration: configuration)
    let (ports, found) = AsyncStream.makeStream(of: Int.self)
    let application = Application(
      responder: server.responder(),
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
      onServerRunning: { found.yield($0.localAddress?.port ?? 0) },
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    task = Task {
      defer { found.finish() }
      try await application.run()
    }
    var first = ports.makeAsyncIterator()
    guard let port = await first.next() else {
      try await task.value
      throw CancellationError()
    }
    self.port = port
  }

  deinit { task.cancel() }

  /// Closes all connections and the port.
  func stop() async {
    task.cancel()
    _ = await task.result
  }

  /// Returns a document as a source over a connection.
  func document(
    _ id: DocumentID, through port: Int? = nil,
    _ change: (inout RemoteServerConfiguration) -> Void = { _ in }
  ) throws -> RemoteDocument {
    var configuration = RemoteServerConfiguration.patient
    configuration.retryDuration = .zero
    change(&configuration)
    let url = "http://127.0.0.1:\(port ?? self.port)"
    return RemoteDocument(id, on: try RemoteServer(at: url, configuration: configuration))
  }
}

extension RemoteServerConfiguration {
  /// Long times, because other tests may keep all threads busy.
  static var patient: Self {
    var configuration = Self()
    configuration.connectionTimeout = .seconds(3_600)
    configuration.requestTimeout = .seconds(3_600)
    configuration.silenceTimeout = .seconds(3_600)
    configuration.retryDuration = .seconds(3_600)
    return configuration
  }
}
