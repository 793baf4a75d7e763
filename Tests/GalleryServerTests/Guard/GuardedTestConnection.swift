// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOEmbedded

@testable import GalleryServer

/// A connection with a guard whose time a test advances.
final class GuardedTestConnection {
  let channel = EmbeddedChannel()
  let socket = TestSocket()
  let connection: ConnectionGuard
  let admission: ConnectionAdmission

  private(set) var sent = ""
  private(set) var accepted: [UInt8] = []

  init(
    limits: ConnectionLimits = ConnectionLimits(), admission: ConnectionAdmission? = nil,
    isEncrypted: Bool = false, from address: String = "192.0.2.1"
  ) throws {
    self.admission = admission ?? ConnectionAdmission(limitPerAddress: 64)
    connection = ConnectionGuard(
      limits: limits, admission: self.admission, isEncrypted: isEncrypted,
      now: channel.eventLoop.now)
    try channel.pipeline.syncOperations.addHandlers([socket, connection])
    let client = try SocketAddress(ipAddress: address, port: 1)
    channel.remoteAddress = client
    channel.connect(to: client, promise: nil)
    channel.read()
    collect()
  }

  var isOpen: Bool { channel.isActive }
  var acceptedText: String { String(decoding: accepted, as: UTF8.self) }

  /// Delivers bytes of the client, and reads on.
  func receive(_ text: String) { receive(Array(text.utf8)) }

  func receive(_ bytes: [UInt8]) {
    deliver(bytes)
    channel.read()
    collect()
  }

  /// Delivers bytes of the client to a server that does not read on.
  func deliver(_ bytes: [UInt8]) {
    channel.pipeline.fireChannelRead(ByteBuffer(bytes: bytes))
    channel.pipeline.fireChannelReadComplete()
    collect()
  }

  /// Sends a whole response.
  func respond(_ text: String = "response;", isLast: Bool = false) {
    connection.beginResponse(isLast: isLast)
    send(text)
    connection.endResponse()
    collect()
  }

  func send(_ text: String) {
    channel.writeAndFlush(ByteBuffer(string: text), promise: nil)
    collect()
  }

  func advance(_ time: TimeAmount) {
    channel.embeddedEventLoop.advanceTime(by: time)
    collect()
  }

  private func collect() {
    while let buffer = try? channel.readOutbound(as: ByteBuffer.self) {
      sent += String(buffer: buffer)
    }
    while let buffer = try? channel.readInbound(as: ByteBuffer.self) {
      accepted += Array(buffer.readableBytesView)
    }
  }
}

/// The system's side of a connection.
final class TestSocket: ChannelOutboundHandler {
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  /// Whether the client takes no bytes.
  var isStuck = false

  private(set) var isHalfClosed = false
  private(set) var readCount = 0
  private var waiting: [EventLoopPromise<Void>?] = []

  /// Lets the client take the bytes of one write.
  func takeOne() {
    guard !waiting.isEmpty else { return }
    waiting.removeFirst()?.succeed()
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard isStuck else { return context.write(data, promise: promise) }
    waiting.append(promise)
  }

  func read(context: ChannelHandlerContext) {
    readCount += 1
    context.read()
  }

  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    guard mode == .output else {
      for promise in waiting { promise?.fail(ChannelError.ioOnClosedChannel) }
      waiting = []
      return context.close(mode: mode, promise: promise)
    }
    isHalfClosed = true
    promise?.succeed()
  }
}
