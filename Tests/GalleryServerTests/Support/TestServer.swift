// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryPages
import GalleryServer
import GalleryTestSupport
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import PageStorage

/// A server with a store of its own, and a client that sends requests to it.
struct TestServer: Sendable {
  let store: PageStore
  let client: any TestClientProtocol
  /// The folder of the store; of one on servers, that of its originals and received bytes.
  let folder: String
  /// A connection whose answers may take any time, because other tests may keep all threads busy.
  ///
  /// That of `client` waits for 20 s. `nil` without connections.
  var connection: TestClient?

  /// Runs a server.
  ///
  /// - Parameters:
  ///   - setup: `.router` to pass requests directly, `.live` for a connection on loopback.
  ///   - change: Changes the configuration of the server.
  ///   - changeStore: Changes the configuration of the store.
  ///   - isGuarded: Whether connections have a guard.
  ///   - body: Uses the server.
  /// - Throws: The errors of the store and of `body`.
  static func run(
    _ setup: TestingSetup = .router,
    configured change: (inout GalleryServerConfiguration) -> Void = { _ in },
    store changeStore: (inout PageStoreConfiguration) -> Void = { _ in },
    isGuarded: Bool = false, _ body: @Sendable (TestServer) async throws -> Void
  ) async throws {
    let folder = TestFiles.folder
      .appendingPathComponent("gallery-server-tests-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    var storeConfiguration = PageStoreConfiguration(reserveByteCount: 64 << 10)
    if TestStores.areServed { storeConfiguration.workFolder = Self.workFolder(in: folder.path) }
    changeStore(&storeConfiguration)
    let store = try await PageStore.open(
      at: try await TestStores.location(of: folder.path), configuration: storeConfiguration)
    var configuration = GalleryServerConfiguration()
    change(&configuration)
    let server = GalleryServer(store: store, configuration: configuration)
    var limits = ConnectionLimits.patient
    limits.drainDuration = ConnectionLimits().drainDuration
    let application = Application(
      responder: server.responder(context: GalleryRequestContext.self),
      server: isGuarded
        ? GuardedConnections(limits: limits).server(of: server, logger: Logger(label: "test"))
        : .http1(),
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)))
    try await application.test(setup) { client in
      try await TestServer(store: store, client: client, folder: folder.path).connected(body)
    }
    await store.close()
  }

  /// Calls `body` with a connection, if the server has a port.
  private func connected(_ body: @Sendable (TestServer) async throws -> Void) async throws {
    guard let port = client.port else { return try await body(self) }
    let connection = TestClient(
      host: "localhost", port: port, configuration: .init(timeout: .seconds(3_600)))
    connection.connect()
    var server = self
    server.connection = connection
    let result: Result<Void, any Error>
    do { result = .success(try await body(server)) } catch { result = .failure(error) }
    try await connection.shutdown()
    try result.get()
  }

  private static func workFolder(in folder: String) -> String {
    TestStores.areServed ? folder + "/work" : folder
  }

  /// The folder in which the server receives bytes.
  var workFolder: String { Self.workFolder(in: folder) }

  /// Sends a request with any body.
  func send(
    _ method: HTTPRequest.Method, _ path: String, _ headers: HTTPFields = [:], bytes: [UInt8]? = nil
  ) async throws -> Answer {
    let body = bytes.map { ByteBuffer(bytes: $0) }
    if let connection {
      var headers = headers
      headers[.connection] = "keep-alive"
      let response = try await connection.execute(
        TestClient.Request(
          path, method: method, authority: "localhost", headers: headers, body: body))
      return Answer(response.head, response.body ?? ByteBuffer())
    }
    let response = try await client.execute(
      uri: path, method: method, headers: headers, body: body)
    return Answer(response.head, response.body)
  }

  /// Sends a request with a JSON body.
  func send(
    _ method: HTTPRequest.Method, _ path: String, _ headers: HTTPFields = [:], json: String
  ) async throws -> Answer {
    var fields = headers
    fields[.contentType] = "application/json"
    return try await send(method, path, fields, bytes: Array(json.utf8))
  }

  func get(_ path: String, _ headers: HTTPFields = [:]) async throws -> Answer {
    try await send(.get, path, headers)
  }

  /// Adds a document with pages.
  func document(_ title: String = "Lease", pages count: Int = 0) async throws -> DocumentID {
    let document = try await store.createDocument(title: title).id
    for number in 0..<count {
      try await store.append(.bytes(TestImage.png(number)), to: document)
    }
    return document
  }

  /// The identifiers of the pages of a document in order.
  func ids(of document: DocumentID) async throws -> [UInt64] {
    try await store.pageIDs(of: document).map(\.rawValue)
  }
}

extension ConnectionLimits {
  /// Limits without times, because other tests may keep all threads busy.
  static var patient: ConnectionLimits {
    var limits = ConnectionLimits()
    limits.headerDuration = .seconds(3_600)
    limits.bodyGraceDuration = .seconds(3_600)
    limits.writeStallDuration = .seconds(3_600)
    limits.idleDuration = .seconds(3_600)
    limits.drainDuration = .seconds(3_600)
    return limits
  }
}
