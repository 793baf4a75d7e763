// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHTTP1

/// A handler behind the encoder of responses, which tells a guard when they begin and end.
///
/// The encoder ends a response of unknown length with a last chunk, also one to HEAD, of which a client would
/// take it for the beginning of the next response: the guard drops it.
final class ResponseObserver: ChannelOutboundHandler {
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  private let connection: ConnectionGuard

  /// The requests that were decoded and are not answered.
  private var requests = CircularBuffer<(method: HTTPMethod, version: HTTPVersion)>()
  private var isWithoutBody = false

  init(_ connection: ConnectionGuard) { self.connection = connection }

  /// Notes that a request was decoded.
  func beginRequest(_ head: HTTPRequestHead) { requests.append((head.method, head.version)) }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(var head) where head.status.code >= 200:
      let request = requests.popFirst()
      isWithoutBody = request?.method == .HEAD
      connection.isUnframed =
        request?.version == .http1_0 && !head.headers.contains(name: "Content-Length")
      if connection.isUnframed { adapt(&head) }
      if connection.endAfterEarlyResponse() || connection.owesLastResponse {
        head.headers.replaceOrAdd(name: "Connection", value: "close")
      }
      let options = head.headers[canonicalForm: "connection"]
      connection.beginResponse(isLast: options.contains { $0.lowercased() == "close" })
      context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .head, .body: context.write(data, promise: promise)
    case .end:
      connection.isMuted = isWithoutBody
      context.write(data, promise: promise)
      connection.isMuted = false
      connection.endResponse()
    }
  }

  /// Lets the end of the connection end a response of unknown length: HTTP/1.0 has no chunks (RFC 9112, 6.1).
  private func adapt(_ head: inout HTTPResponseHead) {
    head.version = .http1_0
    head.headers.remove(name: "Transfer-Encoding")
    head.headers.replaceOrAdd(name: "Connection", value: "close")
  }
}

@available(*, unavailable)
extension ResponseObserver: Sendable {}
