// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOTLS

/// A handler that waits until a client shows which protocol it speaks.
///
/// A client of an encrypted connection negotiates it. In clear text, HTTP/2 begins with bytes that no
/// request of HTTP/1.1 has: at most 23 bytes of an undecided preface wait here.
final class ProtocolSelection: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private static let preface = ByteBuffer(string: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")

  private let isEncrypted: Bool
  private var bytes = ByteBuffer()
  private var select: ((Bool?) -> Void)?

  /// Creates a handler.
  ///
  /// - Parameters:
  ///   - isEncrypted: Whether the protocol is negotiated.
  ///   - select: A function that adds the handlers of the connection, and receives whether the protocol is
  ///     HTTP/2; `nil` if the connection ends before. It is called once.
  init(isEncrypted: Bool, select: @escaping (Bool?) -> Void) {
    (self.isEncrypted, self.select) = (isEncrypted, select)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    bytes.writeImmutableBuffer(unwrapInboundIn(data))
    let preface = Self.preface.readableBytesView
    let start = bytes.readableBytesView.prefix(preface.count)
    guard !isEncrypted else { return }
    if start.elementsEqual(preface) {
      end(true, context)
    } else if !preface.starts(with: start) {
      end(false, context)
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case TLSUserEvent.handshakeCompleted(let name)? = event as? TLSUserEvent {
      context.fireUserInboundEventTriggered(event)
      return end(name == "h2", context)
    }
    // Nothing was asked for yet, and a client that sends nothing more asks for nothing.
    if event is ChannelShouldQuiesceEvent || event as? ChannelEvent == .inputClosed {
      context.close(promise: nil)
    }
    context.fireUserInboundEventTriggered(event)
  }

  private func end(_ isHTTP2: Bool, _ context: ChannelHandlerContext) {
    guard let select else { return }
    self.select = nil
    select(isHTTP2)
    if bytes.readableBytes > 0 {
      context.fireChannelRead(wrapInboundOut(bytes))
      context.fireChannelReadComplete()
    }
    context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
  }

  func handlerRemoved(context: ChannelHandlerContext) { abandon() }

  func channelInactive(context: ChannelHandlerContext) {
    abandon()
    context.fireChannelInactive()
  }

  private func abandon() {
    select?(nil)
    select = nil
  }
}

@available(*, unavailable)
extension ProtocolSelection: Sendable {}
