// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOPosix
import NIOSSL

/// A connection of HTTP/2 to a server, on which a test sends and receives frames.
struct FramedConnection {
  private let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
  private var buffers: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
  var client = FramedClient()

  /// All frames of the server so far.
  private(set) var frames: [TestFrame] = []
  private(set) var statuses: [Int: [String]] = [:]

  /// Opens a connection; an encrypted one offers HTTP/2 only, and trusts every certificate.
  static func open(
    to port: Int, isEncrypted: Bool = false,
    _ body: (inout FramedConnection) async throws -> Void
  ) async throws {
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connect(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          if isEncrypted {
            var configuration = TLSConfiguration.makeClientConfiguration()
            configuration.applicationProtocols = ["h2"]
            let handler = try NIOSSLClientHandler(
              context: NIOSSLContext(configuration: configuration), serverHostname: nil,
              customVerificationCallback: { $1.succeed(.certificateVerified) })
            try channel.pipeline.syncOperations.addHandler(handler)
          }
          return try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
    try await channel.executeThenClose { inbound, outbound in
      var connection = FramedConnection(
        outbound: outbound, buffers: inbound.makeAsyncIterator())
      try await connection.send(TestFrame.preface)
      try await connection.send([.settings, .acknowledgment])
      try await body(&connection)
    }
  }

  func send(_ frames: [TestFrame]) async throws { try await send(frames.flatMap(\.bytes)) }

  private func send(_ bytes: [UInt8]) async throws {
    try await outbound.write(ByteBuffer(bytes: bytes))
  }

  /// Receives frames until a condition holds, or the server closes the connection.
  mutating func receive(until isEnough: (FramedConnection) -> Bool) async throws {
    while !isEnough(self), let buffer = try await buffers.next(isolation: nil) {
      for frame in client.frames(Array(buffer.readableBytesView)) {
        frames.append(frame)
        guard frame.type == 1, let status = try client.status(frame) else { continue }
        statuses[frame.stream, default: []].append(status)
      }
    }
  }

  /// Whether the server has ended a stream.
  func hasEnded(_ stream: Int) -> Bool {
    frames.contains { $0.stream == stream && ($0.type == 3 || ($0.type <= 1 && $0.flags & 1 == 1)) }
  }

  func text(of stream: Int) -> String {
    let parts = frames.filter { $0.type == 0 && $0.stream == stream }
    return String(decoding: parts.flatMap(\.payload), as: UTF8.self)
  }

  /// Sends a body within the windows that the server grants to a stream.
  mutating func upload(_ bytes: [UInt8], to stream: Int) async throws {
    var sent = 0
    while sent < bytes.count {
      let room = window(of: stream, first: 4 << 10) - sent
      let connectionRoom = window(of: 0, first: 65_535) - sent
      let count = min(room, connectionRoom, bytes.count - sent, 16 << 10)
      if count > 0 {
        let isLast = sent + count == bytes.count
        try await send([.data(stream, Array(bytes[sent..<(sent + count)]), ends: isLast)])
        sent += count
      } else {
        let known = frames.count
        try await receive { $0.frames.count > known }
        guard frames.count > known, !hasEnded(stream) else { return }
      }
    }
  }

  private func window(of stream: Int, first: Int) -> Int {
    frames.reduce(first) { sum, frame in
      guard frame.type == 8, frame.stream == stream else { return sum }
      return sum + frame.payload.reduce(0) { $0 << 8 | Int($1) }
    }
  }
}
