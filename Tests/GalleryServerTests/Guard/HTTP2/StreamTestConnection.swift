// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOEmbedded
import NIOHPACK
import NIOHTTP2

@testable import GalleryServer

/// A connection of HTTP/2 with its guards, whose time a test advances.
final class StreamTestConnection {
  let channel = EmbeddedChannel()
  let socket = TestSocket()
  let admission = ConnectionAdmission(limitPerAddress: 64)
  let waiting = WaitingStreams()
  var client = FramedClient()

  /// The frames of the server.
  private(set) var sent: [TestFrame] = []
  private(set) var statuses: [Int: [String]] = [:]
  private(set) var streams: [TestProgram] = []

  init(
    limits: ConnectionLimits = ConnectionLimits(), isEstablished: Bool = true,
    isShared: Bool = false, takesStreams: Bool = true
  ) throws {
    try channel.pipeline.syncOperations.addHandler(socket)
    let address = try SocketAddress(ipAddress: "192.0.2.1", port: 1)
    channel.remoteAddress = address
    channel.connect(to: address, promise: nil)
    let key = isShared ? nil : AddressKey(address)
    _ = admission.open(key)
    let connection = AdmittedConnection(key: key, openTime: channel.eventLoop.now)
    let box = NIOLoopBound(self, eventLoop: channel.eventLoop)
    let waiting = waiting
    _ = try GuardedHTTP2Channel.addHandlers(
      to: channel, connection, limits: limits, admission: admission, waiting: waiting
    ) { stream in
      let program = TestProgram(stream)
      try stream.pipeline.syncOperations.addHandler(program)
      box.value.streams.append(program)
      if takesStreams { waiting.take() }
    }
    collect()
    guard isEstablished else { return }
    receive(TestFrame.preface)
    receive([.settings, .acknowledgment])
  }

  var isOpen: Bool { channel.isActive }

  func receive(_ frames: [TestFrame]) { receive(frames.flatMap(\.bytes)) }

  func receive(_ bytes: [UInt8]) {
    guard channel.isActive else { return }
    channel.pipeline.fireChannelRead(ByteBuffer(bytes: bytes))
    channel.pipeline.fireChannelReadComplete()
    channel.embeddedEventLoop.run()
    collect()
  }

  func advance(_ time: TimeAmount) {
    channel.embeddedEventLoop.advanceTime(by: time)
    collect()
  }

  /// The codes of the resets of a stream.
  func resets(of stream: Int) -> [Int] {
    sent.filter { $0.type == 3 && $0.stream == stream }.map(\.code)
  }

  /// The codes with which the connection was ended.
  var ends: [Int] { sent.filter { $0.type == 7 }.map(\.code) }

  func collect() {
    while let buffer = try? channel.readOutbound(as: ByteBuffer.self) {
      for frame in client.frames(Array(buffer.readableBytesView)) {
        sent.append(frame)
        guard frame.type == 1, let status = try? client.status(frame) else { continue }
        statuses[frame.stream, default: []].append(status)
      }
    }
  }
}

/// The program behind the guard of a stream, which reads when a test wants it.
final class TestProgram: ChannelDuplexHandler {
  typealias InboundIn = HTTP2Frame.FramePayload
  typealias OutboundIn = HTTP2Frame.FramePayload
  typealias OutboundOut = HTTP2Frame.FramePayload

  let stream: any Channel
  var isReading = true
  private(set) var headers: HPACKHeaders?
  private(set) var byteCount = 0
  private(set) var hasEnded = false
  private(set) var isClosed = false
  private(set) var errorCount = 0

  init(_ stream: any Channel) { self.stream = stream }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .headers(let block):
      headers = block.headers
      hasEnded = block.endStream
    case .data(let part):
      byteCount += part.data.readableBytes
      hasEnded = part.endStream
    default: break
    }
  }

  func read(context: ChannelHandlerContext) { if isReading { context.read() } }

  func channelInactive(context: ChannelHandlerContext) { isClosed = true }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { errorCount += 1 }

  /// Sends a response.
  func respond(_ byteCount: Int = 5, ends: Bool = true) {
    stream.write(
      HTTP2Frame.FramePayload.headers(.init(headers: [":status": "200"])), promise: nil)
    let body = ByteBuffer(repeating: 0x30, count: byteCount)
    stream.writeAndFlush(
      HTTP2Frame.FramePayload.data(.init(data: .byteBuffer(body), endStream: ends)), promise: nil)
  }
}

@available(*, unavailable)
extension TestProgram: Sendable {}
