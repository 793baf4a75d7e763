// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport
import Hummingbird
import HummingbirdTesting
import Logging
import PageStorage
import ServiceLifecycle
import Testing

@testable import GalleryServer

/// A server in the application of somebody else: as a service, and below a path of a router.
struct GalleryServiceTests {
  @Test func servesUntilItsGroupShutsDown() async throws {
    try await withStore { store in
      let (ports, found) = AsyncStream.makeStream(of: Int.self)
      let service = GalleryService(
        server: GalleryServer(store: store), address: .hostname("127.0.0.1", port: 0),
        onServerRunning: { found.yield($0.localAddress?.port ?? 0) })
      let group = ServiceGroup(
        services: [service], logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
      let running = Task {
        defer { found.finish() }  // also if it does not start
        try await group.run()
      }
      let port = try #require(await ports.first { _ in true })
      let received = try await RawConnection.send(
        "GET /health/ready HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", to: port)
      #expect(received.hasPrefix("HTTP/1.1 200 "))

      await group.triggerGracefulShutdown()
      try await running.value

      #expect(service.server.state.isDraining)
      #expect(service.connections.statistics.closed == [.lastResponse: 1])
    }
  }

  @Test(arguments: [
    ("/archive/api/v1/documents", true, 200), ("/archive/health/live", true, 200),
    ("/archive", true, 200), ("/archive/api/v1/documents", false, 401),
    ("/archive/api/v1/nothing", true, 404), ("/api/v1/documents", true, 404), ("/own", false, 200),
  ])
  func mountsBelowAPathWithTheAuthenticationOfTheRouter(
    path: String, hasKey: Bool, status: Int
  ) async throws {
    try await withStore { store in
      let application = Application(router: router(store))
      try await application.test(.router) { client in
        let headers: HTTPFields = hasKey ? [.authorization: "Bearer key"] : [:]
        let response = try await client.execute(uri: path, method: .get, headers: headers)
        #expect(response.status.code == status)
      }
    }
  }

  @Test func mountedAddressesBeginWithThePath() async throws {
    try await withStore { store in
      try await Application(router: router(store)).test(.router) { client in
        let created = try await client.execute(
          uri: "/archive/api/v1/documents", method: .post,
          headers: [.authorization: "Bearer key", .contentType: "application/json"],
          body: ByteBuffer(string: #"{"title":"Lease"}"#))
        #expect(created.status == .created)
        #expect(created.headers[.location] == "/archive/api/v1/documents/1")
        let page = try await client.execute(
          uri: "/archive/", method: .get, headers: [.authorization: "Bearer key"])
        #expect(String(buffer: page.body).contains(#"href="/archive/d/1""#))
      }
    }
  }

  private func router(_ store: PageStore) -> Router<BasicRequestContext> {
    let router = Router()
    router.get("own") { _, _ in "own" }
    let server = GalleryServer(
      store: store, configuration: GalleryServerConfiguration(root: "/archive", hosts: .any))
    server.addRoutes(to: router.group("archive").add(middleware: KeyMiddleware()))
    return router
  }

  private func withStore(_ body: (PageStore) async throws -> Void) async throws {
    let folder = TestFiles.folder
      .appendingPathComponent("gallery-service-tests-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try await PageStore.open(
      at: folder.path, configuration: PageStoreConfiguration(reserveByteCount: 64 << 10))
    let outcome: Result<Void, any Error>
    do {
      outcome = .success(try await body(store))
    } catch {
      outcome = .failure(error)
    }
    await store.close()
    try outcome.get()
  }
}

/// Accepts requests with one key.
private struct KeyMiddleware: RouterMiddleware {
  func handle(
    _ request: Request, context: BasicRequestContext,
    next: @concurrent (Request, BasicRequestContext) async throws -> Response
  ) async throws -> Response {
    guard request.headers[.authorization] == "Bearer key" else { throw HTTPError(.unauthorized) }
    return try await next(request, context)
  }
}
