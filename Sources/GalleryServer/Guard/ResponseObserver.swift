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
    case .head(let head) where head.status.code >= 200:
      let options = head.headers[canonicalForm: "connection"]
      connection.beginResponse(isLast: options.contains { $0.lowercased() == "close" })
      context.write(data, promise: promise)
    case .head, .body: context.write(data, promise: promise)
    case .end:
      context.write(data, promise: promise)
      connection.endResponse()
    }
  }
}

@available(*, unavailable)
extension ResponseObserver: Sendable {}
