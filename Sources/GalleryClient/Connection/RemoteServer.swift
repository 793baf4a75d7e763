// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import NIOCore
import NIOHTTP1

/// A gallery server in another process or on another machine.
///
/// ```swift
/// func gallery(of id: DocumentID) async throws -> Gallery {
///   let server = try RemoteServer(at: "http://127.0.0.1:8080")
///   let viewport = GalleryViewport(
///     preview: Size(width: 375, height: 600), strip: Size(width: 375, height: 66))
///   return try await Gallery(showing: RemoteDocument(id, on: server), viewport: viewport)
/// }
/// ```
///
/// Connections are kept open for further requests, and closed after the server value is released.
/// Redirections are not followed, so that a token is sent to this server only.
public final class RemoteServer: Sendable {
  /// The URL of the server, without a trailing slash.
  public let url: String

  /// The credentials and limits.
  public let configuration: RemoteServerConfiguration

  let client: HTTPClient

  /// Creates a server; no connection is made yet.
  ///
  /// - Parameters:
  ///   - url: The URL with scheme, host, port, and the path below which the server is mounted.
  ///   - configuration: The credentials and limits.
  /// - Throws: ``RemoteServerError/invalidURL(_:)``, ``RemoteServerError/invalidToken``.
  public init(
    at url: String, configuration: RemoteServerConfiguration = RemoteServerConfiguration()
  ) throws(RemoteServerError) {
    guard Self.isUsable(url) else { throw .invalidURL(url) }
    guard configuration.token?.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) != false else {
      throw .invalidToken
    }
    self.url = url.hasSuffix("/") ? String(url.dropLast()) : url
    self.configuration = configuration
    client = HTTPClient(
      eventLoopGroupProvider: .singleton, configuration: Self.clientConfiguration(configuration))
  }

  deinit {
    Task { [client] in try? await client.shutdown() }
  }

  private static func isUsable(_ url: String) -> Bool {
    guard let scheme = ["http://", "https://"].first(where: url.hasPrefix) else { return false }
    let rest = url.utf8.dropFirst(scheme.utf8.count)
    return rest.first.map { $0 != UInt8(ascii: "/") } == true
      && rest.allSatisfy { (0x21...0x7e).contains($0) && !"?#@".utf8.contains($0) }
  }

  private static func clientConfiguration(
    _ limits: RemoteServerConfiguration
  ) -> HTTPClient.Configuration {
    let silence = TimeAmount(limits.silenceTimeout)
    var pool = HTTPClient.Configuration.ConnectionPool(idleTimeout: .seconds(15))
    // Each gallery that follows a document keeps a connection.
    pool.concurrentHTTP1ConnectionsPerHostSoftLimit = 1_000
    // A gallery retries by itself, with its own delays.
    pool.retryConnectionEstablishment = false
    return HTTPClient.Configuration(
      redirectConfiguration: .disallow,
      timeout: .init(
        connect: TimeAmount(limits.connectionTimeout), read: silence, write: silence),
      connectionPool: pool)
  }
}
