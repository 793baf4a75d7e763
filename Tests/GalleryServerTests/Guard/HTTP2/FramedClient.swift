// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHPACK

/// One frame of HTTP/2.
struct TestFrame: Equatable {
  var type: UInt8
  var flags: UInt8 = 0
  var stream: Int = 0
  var payload: [UInt8] = []

  var bytes: [UInt8] {
    let count = payload.count
    let head = [UInt8(count >> 16), UInt8(count >> 8 & 255), UInt8(count & 255), type, flags]
    return head + (0..<4).map { UInt8(stream >> (24 - 8 * $0) & 255) } + payload
  }

  /// The error code of a reset or, after the last stream, of the end of a connection.
  var code: Int { Int(payload.dropFirst(type == 7 ? 4 : 0).prefix(4).last ?? 255) }

  static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
  static let settings = TestFrame(type: 4)
  static let acknowledgment = TestFrame(type: 4, flags: 1)

  static func data(_ stream: Int, _ payload: [UInt8], ends: Bool = false) -> TestFrame {
    TestFrame(type: 0, flags: ends ? 1 : 0, stream: stream, payload: payload)
  }

  static func reset(_ stream: Int) -> TestFrame {
    TestFrame(type: 3, stream: stream, payload: [0, 0, 0, 8])
  }

  static func window(_ stream: Int, _ increment: Int) -> TestFrame {
    let payload = (0..<4).map { UInt8(increment >> (24 - 8 * $0) & 255) }
    return TestFrame(type: 8, stream: stream, payload: payload)
  }
}

/// A client of HTTP/2 that writes and reads frames by itself, also wrong ones.
struct FramedClient {
  private var encoder = HPACKEncoder(allocator: ByteBufferAllocator())
  private var decoder = HPACKDecoder(allocator: ByteBufferAllocator())
  private var bytes: [UInt8] = []

  static let get = [
    (":method", "GET"), (":scheme", "http"), (":path", "/"), (":authority", "localhost"),
  ]
  static let post = [
    (":method", "POST"), (":scheme", "http"), (":path", "/"), (":authority", "localhost"),
  ]

  /// Returns the frame of a header.
  mutating func header(
    _ stream: Int, _ fields: [(String, String)] = get, ends: Bool = true
  ) throws -> TestFrame {
    var buffer = ByteBuffer()
    try encoder.encode(headers: HPACKHeaders(fields), to: &buffer)
    return TestFrame(
      type: 1, flags: ends ? 5 : 4, stream: stream, payload: Array(buffer.readableBytesView))
  }

  /// Returns the frames that are complete.
  mutating func frames(_ new: [UInt8]) -> [TestFrame] {
    bytes += new
    var frames: [TestFrame] = []
    while bytes.count >= 9 {
      let count = Int(bytes[0]) << 16 | Int(bytes[1]) << 8 | Int(bytes[2])
      guard bytes.count >= 9 + count else { break }
      let stream = bytes[5..<9].reduce(0) { $0 << 8 | Int($1) }
      frames.append(
        TestFrame(
          type: bytes[3], flags: bytes[4], stream: stream, payload: Array(bytes[9..<(9 + count)])))
      bytes.removeFirst(9 + count)
    }
    return frames
  }

  /// Returns the status of a header.
  mutating func status(_ frame: TestFrame) throws -> String? {
    var buffer = ByteBuffer(bytes: frame.payload)
    return try decoder.decodeHeaders(from: &buffer)[":status"].first
  }
}
