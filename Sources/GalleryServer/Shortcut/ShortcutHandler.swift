// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Logging
import NIOCore
import NIOHTTPTypes

/// The place in a connection where requests take the shortcut, or pass on to the tasks of the server.
///
/// Responses keep the order of their requests: while the server answers one, all others pass on. So do those
/// of a client that does not take its responses, which the server itself waits for. Small thumbnails only are
/// answered on a stream of HTTP/2, because a connection has a hundred of them.
final class ShortcutHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  /// The largest content on a stream of HTTP/2, in bytes.
  private static let streamByteCount = 16 << 10

  private let shortcut: ThumbnailShortcut
  private let logger: Logger
  private let repeated: RepeatedRequests
  /// The number of requests that were passed on and are not answered yet.
  private var waitingCount = 0
  /// The answer to the request that is arriving.
  private var answer: ThumbnailShortcut.Answer?
  private var hasWritten = false
  private var maximumByteCount = Int.max
  /// The address of the client, asked for once.
  private var address: SocketAddress?

  init(_ shortcut: ThumbnailShortcut, logger: Logger) {
    (self.shortcut, self.logger) = (shortcut, logger)
    repeated = RepeatedRequests(shortcut, logger: logger)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    address = context.channel.remoteAddress
    let connection = try? context.pipeline.syncOperations.handler(type: ConnectionGuard.self)
    connection?.wholeRequests = repeated
    if connection == nil { maximumByteCount = Self.streamByteCount }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      answer = waitingCount == 0 && context.channel.isWritable ? makeAnswer(to: head) : nil
      guard answer == nil else { return }
      repeated.forget()
      waitingCount += 1
    case .end:
      guard let answer else { break }
      self.answer = nil
      return write(answer, context)
    // The content of a request that has none: the tasks of the server have not seen its head.
    case .body where answer != nil: return
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

  private func makeAnswer(to head: HTTPRequest) -> ThumbnailShortcut.Answer? {
    guard let target = shortcut.target(of: head.path),
      let permit = shortcut.permit(for: head, from: address),
      let answer = shortcut.answer(to: target, permit, upTo: maximumByteCount, logger: logger)
    else { return nil }
    repeated.note(permit)
    return answer
  }

  private func write(_ answer: ThumbnailShortcut.Answer, _ context: ChannelHandlerContext) {
    context.write(wrapOutboundOut(.head(answer.head)), promise: nil)
    if let content = answer.content { context.write(wrapOutboundOut(.body(content)), promise: nil) }
    context.write(wrapOutboundOut(.end(nil)), promise: nil)
    hasWritten = true
  }
}
