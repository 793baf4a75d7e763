// SPDX-License-Identifier: Apache-2.0

import Logging
import NIOCore
import NIOHTTPTypes

/// The place in a connection where requests take the shortcut, or pass on to the tasks of the server.
///
/// Responses keep the order of their requests: while the server answers one, all others pass on.
final class ShortcutHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let shortcut: ThumbnailShortcut
  private let logger: Logger
  /// The number of requests that were passed on and are not answered yet.
  private var waitingCount = 0
  /// The answer to the request that is arriving.
  private var answer: ThumbnailShortcut.Answer?
  private var hasWritten = false
  /// The address of the client, asked for once.
  private var address: SocketAddress?

  init(_ shortcut: ThumbnailShortcut, logger: Logger) {
    (self.shortcut, self.logger) = (shortcut, logger)
  }

  func handlerAdded(context: ChannelHandlerContext) { address = context.remoteAddress }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      if waitingCount == 0 {
        answer = shortcut.answer(to: head, from: address, logger: logger)
      }
      guard answer == nil else { return }
      waitingCount += 1
    case .end:
      guard let answer else { break }
      self.answer = nil
      return write(answer, context)
    case .body: break
    }
    context.fireChannelRead(data)
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    if hasWritten { context.flush() }
    hasWritten = false
    context.fireChannelReadComplete()
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if case .end = unwrapOutboundIn(data) { waitingCount -= 1 }
    context.write(data, promise: promise)
  }

  private func write(_ answer: ThumbnailShortcut.Answer, _ context: ChannelHandlerContext) {
    context.write(wrapOutboundOut(.head(answer.head)), promise: nil)
    if let content = answer.content { context.write(wrapOutboundOut(.body(content)), promise: nil) }
    context.write(wrapOutboundOut(.end(nil)), promise: nil)
    hasWritten = true
  }
}
