// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHTTP1

/// A handler behind the encoder of responses, which tells a guard when they begin and end.
final class ResponseObserver: ChannelOutboundHandler {
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  private let connection: ConnectionGuard

  init(_ connection: ConnectionGuard) { self.connection = connection }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(var head) where head.status.code >= 200:
      if connection.endAfterEarlyResponse() {
        head.headers.replaceOrAdd(name: "connection", value: "close")
      }
      let options = head.headers[canonicalForm: "connection"]
      connection.beginResponse(isLast: options.contains { $0.lowercased() == "close" })
      context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .head, .body: context.write(data, promise: promise)
    case .end:
      context.write(data, promise: promise)
      connection.endResponse()
    }
  }
}

@available(*, unavailable)
extension ResponseObserver: Sendable {}
