// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOPosix

/// A connection on which a test sends any bytes.
enum RawConnection {
  /// The server closed a connection before the text that a test waits for.
  struct ConnectionEnded: Error {
    var received: String
  }

  /// Sends a text, and passes everything received so far to a closure whenever more arrives, until it
  /// returns `true`.
  ///
  /// - Throws: `ConnectionEnded` if the server closes the connection before that; the errors of the
  ///   connection and of the closure.
  static func follow(
    _ text: String, to port: Int, _ isEnough: (String) async throws -> Bool
  ) async throws {
    var (isFound, all) = (false, "")
    try await read(text, from: port) { received in
      all = received
      isFound = try await isEnough(received)
      return !isFound
    }
    guard isFound else { throw ConnectionEnded(received: all) }
  }

  /// Sends a text, and passes everything received so far to a closure whenever more arrives, until the
  /// server closes the connection.
  static func followToTheEnd(
    _ text: String, to port: Int, _ body: (String) async throws -> Void
  ) async throws {
    try await read(text, from: port) { received in
      try await body(received)
      return true
    }
  }

  private static func read(
    _ text: String, from port: Int, while wantsMore: (String) async throws -> Bool
  ) async throws {
    try await connection(to: port).executeThenClose { inbound, outbound in
      try await outbound.write(ByteBuffer(string: text))
      var received = ""
      for try await buffer in inbound {
        received += String(buffer: buffer)
        guard try await wantsMore(received) else { break }
      }
    }
  }

  /// Sends parts, each when what was received contains the text that follows the part before.
  ///
  /// - Parameters:
  ///   - parts: The bytes, and the text to wait for after them; an empty one is not waited for.
  ///   - port: The port.
  ///   - finish: Called before the connection is closed.
  /// - Returns: Everything received.
  /// - Throws: The errors of the connection and of `finish`.
  static func exchange(
    _ parts: [(bytes: [UInt8], answer: String)], to port: Int,
    finish: () async throws -> Void = {}
  ) async throws -> String {
    try await connection(to: port).executeThenClose { inbound, outbound in
      var buffers = inbound.makeAsyncIterator()
      var received = ""
      for (bytes, answer) in parts {
        try await outbound.write(ByteBuffer(bytes: bytes))
        while !answer.isEmpty, !received.contains(answer), let buffer = try await buffers.next() {
          received += String(buffer: buffer)
        }
      }
      try await finish()
      return received
    }
  }

  /// Sends requests, each after the response to the one before, and returns the responses, whose length
  /// is either in `Content-Length` or zero; bytes are read as Latin-1.
  static func responses(to requests: [String], from port: Int) async throws -> [String] {
    try await connection(to: port).executeThenClose { inbound, outbound in
      var buffers = inbound.makeAsyncIterator()
      var responses: [String] = []
      for request in requests {
        try await outbound.write(ByteBuffer(string: request))
        var received: [UInt8] = []
        while !isComplete(received), let buffer = try await buffers.next() {
          received += Array(buffer.readableBytesView)
        }
        responses.append(String(String.UnicodeScalarView(received.map { Unicode.Scalar($0) })))
      }
      return responses
    }
  }

  private static func isComplete(_ bytes: [UInt8]) -> Bool {
    guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound else { return false }
    let header = String(decoding: bytes[..<end], as: UTF8.self).lowercased()
    let line = header.split(separator: "\r\n").first { $0.hasPrefix("content-length: ") }
    let length = line.flatMap { Int($0.dropFirst("content-length: ".count)) } ?? 0
    return bytes.count - end >= length
  }

  /// Sends a text, and returns everything that arrives until the server closes the connection.
  static func received(_ text: String, from port: Int) async throws -> String {
    var all = ""
    try? await followToTheEnd(text, to: port) { all = $0 }
    return all
  }

  /// Sends a text, and returns what arrives until the answer has a header and some of its content.
  static func send(_ text: String, to port: Int) async throws -> String {
    try await connection(to: port).executeThenClose { inbound, outbound in
      try await outbound.write(ByteBuffer(string: text))
      var received = ""
      for try await buffer in inbound {
        received += String(buffer: buffer)
        if received.split(separator: "\r\n\r\n").count > 1 { break }
      }
      return received
    }
  }

  private static func connection(
    to port: Int
  ) async throws -> NIOAsyncChannel<ByteBuffer, ByteBuffer> {
    try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connect(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
  }
}
