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

  /// The methods of the requests that were decoded and are not answered.
  private var methods = CircularBuffer<HTTPMethod>()
  private var isWithoutBody = false

  init(_ connection: ConnectionGuard) { self.connection = connection }

  /// Notes that a request was decoded.
  func beginRequest(_ method: HTTPMethod) { methods.append(method) }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(var head) where head.status.code >= 200:
      isWithoutBody = methods.popFirst() == .HEAD
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
}

@available(*, unavailable)
extension ResponseObserver: Sendable {}
