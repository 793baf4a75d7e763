// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import NIOCore
import NIOHTTP1

/// The bytes of a page as received, in pieces.
///
/// The next piece is received after the previous one was taken, so that a page takes no more memory
/// than a piece. A consumer that pauses longer than ``RemoteServerConfiguration/silenceTimeout`` may
/// lose the connection. The sequence is read once.
public struct RemoteOriginal: AsyncSequence, Sendable {
  /// A piece of the bytes.
  public typealias Element = [UInt8]
  /// The reason why the bytes are incomplete.
  public typealias Failure = RemoteServerError

  /// The number of bytes, `nil` if the server did not announce it.
  public let byteCount: Int?

  /// The media type, such as `image/png`; `nil` if the server did not name it.
  public let mediaType: String?

  let server: RemoteServer
  let body: HTTPClientResponse.Body

  init(_ response: HTTPClientResponse, from server: RemoteServer) {
    byteCount = response.headers.first(name: "content-length").flatMap { Int($0) }
    mediaType = response.headers.first(name: "content-type")
    (self.server, body) = (server, response.body)
  }

  /// Creates an iterator over the pieces.
  ///
  /// - Returns: An iterator. If it is released before the end, the connection is closed.
  public func makeAsyncIterator() -> Iterator {
    Iterator(server: server, base: body.makeAsyncIterator())
  }

  /// An iterator over the pieces of a page.
  public struct Iterator: AsyncIteratorProtocol {
    let server: RemoteServer
    var base: HTTPClientResponse.Body.AsyncIterator

    /// Waits for the next piece.
    ///
    /// - Returns: The piece, `nil` at the end.
    /// - Throws: ``RemoteServerError``.
    public mutating func next() async throws(RemoteServerError) -> [UInt8]? {
      try await next(isolation: #isolation)
    }

    /// Waits for the next piece.
    ///
    /// - Parameter actor: The actor of the caller.
    /// - Returns: The piece, `nil` at the end.
    /// - Throws: ``RemoteServerError``.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(RemoteServerError) -> [UInt8]? {
      do {
        return try await base.next(isolation: actor).map { Array($0.readableBytesView) }
      } catch {
        throw server.failure(error)
      }
    }
  }
}
