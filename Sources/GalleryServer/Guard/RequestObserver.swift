// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHTTP1

/// A handler behind the decoder of requests, which lets the guard refuse what the decoder cannot read.
///
/// The library would answer without a problem document, and nothing would be logged or counted. It still does
/// for a request behind others that are not answered yet.
final class RequestObserver: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart

  private let connection: ConnectionGuard
  private let responses: ResponseObserver
  private var isInRequest = false

  init(_ connection: ConnectionGuard, _ responses: ResponseObserver) {
    (self.connection, self.responses) = (connection, responses)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      responses.beginRequest(head)
      isInRequest = true
    case .body: break
    case .end: isInRequest = false
    }
    context.fireChannelRead(data)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if error is HTTPParserError, !isInRequest, connection.refuseUnreadable() { return }
    context.fireErrorCaught(error)
  }
}

@available(*, unavailable)
extension RequestObserver: Sendable {}
