// SPDX-License-Identifier: Apache-2.0

public import Hummingbird
public import Logging
public import NIOCore

extension GalleryServer {
  /// Answers a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - address: The address of the client; `nil`, the default, if it is unknown.
  ///   - logger: The logger of the request.
  /// - Returns: The response, also for errors.
  /// - Throws: Errors of the connection.
  public func respond(
    to request: Request, from address: SocketAddress? = nil, logger: Logger
  ) async throws -> Response {
    let exchange = Exchange(request: request, address: address, logger: logger, server: self)
    guard exchange.isLasting else { return try await exchange.respond() }
    // A task keeps the memory of its deepest calls until it ends, which is late here: a child task returns it.
    async let response = exchange.respond()
    return try await response
  }
}
