// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHTTP2

/// The last handler of a connection of HTTP/2, which tells its guard of settings and errors.
final class HTTP2ConnectionEvents: ChannelInboundHandler, NIOHTTP2FrameDelegate {
  typealias InboundIn = HTTP2Frame

  private let connection: HTTP2ConnectionGuard
  private var isBroken = false

  init(_ connection: HTTP2ConnectionGuard) { self.connection = connection }

  /// Notes the end of the connection by an error: others end streams only, but are reported equally.
  func wroteFrame(_ frame: HTTP2Frame) {
    if case .goAway(_, let code, _) = frame.payload, code != .noError { isBroken = true }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if case .settings(.ack) = unwrapInboundIn(data).payload { connection.establish() }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard isBroken else { return }
    connection.admission.reject(.malformedFrames)
    connection.finish(.malformedRequest)
  }
}

@available(*, unavailable)
extension HTTP2ConnectionEvents: Sendable {}
