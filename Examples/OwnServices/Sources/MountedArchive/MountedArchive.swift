// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryServer
import Hummingbird
import HummingbirdCore
import PageStorage

/// A service with routes and accounts of its own, and an archive of scans below `/archive`.
///
/// usage: MountedArchive FOLDER PORT
@main struct MountedArchive {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 3, let port = Int(arguments[2]) else {
      FileHandle.standardError.write(Data("usage: MountedArchive FOLDER PORT\n".utf8))
      exit(64)
    }
    let store = try await PageStore.open(at: arguments[1])
    let archive = GalleryServer(
      store: store, configuration: GalleryServerConfiguration(root: "/archive", hosts: .any))
    let router = Router()
    router.get("customers") { _, _ in "Ada, Grace" }
    archive.addRoutes(to: router.group("archive").add(middleware: Accounts()))

    // The limits for slow and hostile clients apply to all routes.
    let connections = GuardedConnections()
    let application = Application(
      router: router, server: connections.server,
      configuration: ApplicationConfiguration(
        address: .hostname("127.0.0.1", port: port),
        availableConnectionsDelegate: connections.availability))
    do {
      try await application.runService()
    } catch {
      await store.close()
      throw error
    }
    await store.close()
  }
}

/// The accounts of the service.
struct Accounts: RouterMiddleware {
  func handle(
    _ request: Request, context: BasicRequestContext,
    next: (Request, BasicRequestContext) async throws -> Response
  ) async throws -> Response {
    guard request.headers[.authorization] == "Bearer ada" else {
      throw HTTPError(.unauthorized, message: "Sign in first.")
    }
    return try await next(request, context)
  }
}
