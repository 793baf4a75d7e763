// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryServer
import Hummingbird
import Logging
import NIOCore
import PageStorage
import ServiceLifecycle

/// A program that runs the whole server beside services of its own.
///
/// usage: GroupedArchive FOLDER PORT
@main struct GroupedArchive {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 3, let port = Int(arguments[2]) else {
      FileHandle.standardError.write(Data("usage: GroupedArchive FOLDER PORT\n".utf8))
      exit(64)
    }
    let logger = Logger(label: "archive")
    let store = try await PageStore.open(at: arguments[1])
    let archive = GalleryService(
      server: GalleryServer(store: store), address: .hostname("127.0.0.1", port: port),
      logger: logger)
    var configuration = ServiceGroupConfiguration(
      services: [PageCounter(store: store, logger: logger), archive],
      gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    configuration.maximumGracefulShutdownDuration = .seconds(10)
    do {
      try await ServiceGroup(configuration: configuration).run()
    } catch {
      await store.close()
      throw error
    }
    await store.close()
  }
}

/// Logs how many pages the documents have whenever one changes.
struct PageCounter: Service {
  let store: PageStore
  let logger: Logger

  func run() async throws {
    try await cancelWhenGracefulShutdown {
      for try await change in store.changes(after: try await store.version()) {
        guard change.kind == .pagesChanged, let id = change.document else { continue }
        // Meanwhile somebody may have put it into the trash.
        guard let document = try? await store.document(id) else { continue }
        logger.notice("\(document.title) has \(document.pageCount) pages")
      }
    }
  }
}
