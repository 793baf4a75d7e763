// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHPACK
import Testing

@testable import GalleryServer

/// The limits of a stream of HTTP/2, those of time just before and at their end.
struct StreamLimitTests {
  private let instant = TimeAmount.nanoseconds(1)

  @Test func answersARequest() throws {
    let test = try StreamTestConnection()
    test.receive([try test.client.header(1)])
    let program = try #require(test.streams.first)
    #expect(program.headers?[":authority"] == ["localhost"])
    program.respond()
    test.advance(.zero)

    #expect(test.statuses[1] == ["200"])
    #expect(test.sent.contains(.data(1, Array("00000".utf8), ends: true)))
    #expect(test.resets(of: 1).isEmpty)
    #expect(program.isClosed)
  }

  private static let base = [(":method", "GET"), (":scheme", "http"), (":path", "/")]

  @Test(
    arguments: [
      (base, .missingHost, "400"),
      (base + [(":authority", "a"), ("host", "b")], .repeatedHost, "400"),
      (base + [("host", "a"), ("host", "a")], .repeatedHost, "400"),
      ([(":method", "CONNECT"), (":authority", "a")], .tunnel, "501"),
      (FramedClient.get + (0..<97).map { ("a\($0)", "") }, .tooManyFields, "431"),
      (
        [(":method", "GET"), (":scheme", "http"), (":path", "http://b/"), (":authority", "a")],
        .malformedRequestLine, "400"
      ),
    ] as [([(String, String)], FramingError, String)])
  func rejects(fields: [(String, String)], error: FramingError, status: String) throws {
    let test = try StreamTestConnection()
    test.receive([try test.client.header(1, fields)])

    #expect(test.statuses[1] == [status])
    #expect(test.admission.statistics.rejected == [error: 1])
    #expect(test.streams.first?.headers == nil)
    #expect(test.isOpen)
  }

  @Test(arguments: [
    base + [("host", "a")], base + [(":authority", "a"), ("host", "A")],
    FramedClient.get + (0..<96).map { ("a\($0)", "") },
  ])
  func accepts(fields: [(String, String)]) throws {
    let test = try StreamTestConnection()
    test.receive([try test.client.header(1, fields)])
    let headers = try #require(test.streams.first?.headers)
    #expect(headers[":authority"].count == 1)
    #expect(headers["host"].isEmpty)
  }

  @Test(arguments: [("connection", "close"), ("transfer-encoding", "chunked"), ("TE", "x")])
  func resetsFieldsOfConnections(name: String, value: String) throws {
    let test = try StreamTestConnection()
    test.receive([try test.client.header(1, FramedClient.get + [(name, value)])])
    #expect(test.resets(of: 1) == [1])
    #expect(test.isOpen)
  }

  @Test(arguments: [3, 5])
  func requiresTheLengthOfTheBody(length: Int) throws {
    let test = try StreamTestConnection()
    let fields = FramedClient.post + [("content-length", "\(length)")]
    test.receive([
      try test.client.header(1, fields, ends: false), .data(1, [1, 2, 3, 4], ends: true),
    ])
    #expect(test.resets(of: 1) == [1])
  }

  @Test func answersABodyThatStops() throws {
    let test = try StreamTestConnection()
    test.receive([try test.client.header(1, FramedClient.post, ends: false)])
    test.advance(.seconds(30) - instant)
    #expect(test.statuses[1] == nil)
    test.advance(instant)

    #expect(test.statuses[1] == ["408"])
    #expect(test.resets(of: 1) == [0])
    #expect(test.admission.statistics.resets == [.slowBody: 1])
    #expect(test.isOpen)
  }

  @Test func grantsASmallWindowUntilTheBodyIsUsed() throws {
    let test = try StreamTestConnection()
    test.receive([try test.client.header(1, FramedClient.post, ends: false)])
    let program = try #require(test.streams.first)
    program.isReading = false
    test.receive([.data(1, [UInt8](repeating: 0, count: 4_096))])
    #expect(!test.sent.contains { $0.type == 8 && $0.stream == 1 })
    program.isReading = true
    program.stream.read()
    test.advance(.zero)
    #expect(test.sent.contains(.window(1, 64 << 10)))
  }

  @Test(arguments: [0, 100])
  func opensNoWindowWhenTheEndOfTheBodyWaits(lastByteCount: Int) throws {
    let test = try StreamTestConnection()
    test.receive([try test.client.header(1, FramedClient.post, ends: false)])
    let program = try #require(test.streams.first)
    program.isReading = false
    test.receive([.data(1, [UInt8](repeating: 0, count: 3_000))])
    test.receive([.data(1, [UInt8](repeating: 0, count: lastByteCount), ends: true)])
    #expect(program.byteCount == 3_000)
    #expect(!program.hasEnded)
    program.isReading = true
    program.stream.read()
    test.advance(.zero)
    #expect(program.byteCount == 3_000 + lastByteCount)
    #expect(program.hasEnded)
    #expect(program.errorCount == 0)
    #expect(!test.sent.contains { $0.type == 8 && $0.stream == 1 })
    #expect(test.resets(of: 1).isEmpty)
  }

  @Test func grantsFewLargeWindows() throws {
    let test = try StreamTestConnection()
    for stream in stride(from: 1, to: 13, by: 2) {
      test.receive([try test.client.header(stream, FramedClient.post, ends: false)])
      test.receive([.data(stream, [UInt8](repeating: 0, count: 4_096))])
    }
    test.advance(.zero)
    let grants = test.sent.filter { $0.type == 8 && $0.stream > 0 }
    #expect(grants.filter { $0 == .window($0.stream, 64 << 10) }.count == 4)
    #expect(grants.filter { $0 == .window($0.stream, 4_096) }.count == 2)
  }

  @Test func resetsAStreamWhoseClientGrantsNoWindow() throws {
    let test = try StreamTestConnection()
    // The window of the connection is not the limit.
    test.receive([.window(0, 1_000_000)])
    test.receive([try test.client.header(1), try test.client.header(3)])
    test.streams[0].respond(80_000)
    test.streams[1].respond(0)
    test.advance(.seconds(30) - instant)
    #expect(test.resets(of: 1).isEmpty)
    test.advance(instant)

    #expect(test.resets(of: 1) == [8])
    #expect(test.admission.statistics.resets == [.stalledWrite: 1])
    #expect(test.resets(of: 3).isEmpty)
    #expect(test.isOpen)
  }

  /// The end of one stalled response gives the others no further time.
  @Test func resetsAllStreamsWhoseClientGrantsNoWindowAtOnce() throws {
    let test = try StreamTestConnection()
    test.receive([.window(0, 1_000_000)])
    let streams = [1, 3, 5, 7]
    test.receive(try streams.map { try test.client.header($0) })
    for program in test.streams { program.respond(80_000) }
    test.advance(.seconds(30) - instant)
    #expect(streams.allSatisfy { test.resets(of: $0).isEmpty })
    test.advance(instant)
    #expect(streams.allSatisfy { test.resets(of: $0) == [8] })
    #expect(test.isOpen)
  }

  /// Reading one of many responses keeps the others for the time of ten, not of all.
  @Test func aStreamHasTheTimeOfTenAtMost() throws {
    let test = try StreamTestConnection()
    test.receive([.window(0, 10_000_000)])
    let streams = (0..<20).map { 2 * $0 + 1 }
    test.receive(try streams.map { try test.client.header($0) })
    for program in test.streams { program.respond(300_000) }
    for _ in 0..<14 {
      test.advance(.seconds(20))
      test.receive([.window(1, 16_384)])
    }
    #expect(streams.allSatisfy { test.resets(of: $0).isEmpty })
    test.advance(.seconds(20))
    #expect(streams.dropFirst().allSatisfy { test.resets(of: $0) == [8] })
    #expect(test.resets(of: 1).isEmpty)
  }

  /// A client that begins and cancels streams faster than they are taken is not read meanwhile.
  @Test func fewStreamsWait() throws {
    let test = try StreamTestConnection(takesStreams: false)
    let count = 900
    let frames = try (0..<count).flatMap { number in
      [try test.client.header(2 * number + 1), TestFrame.reset(2 * number + 1)]
    }
    test.receive(frames)
    var begun = test.streams.count
    #expect(begun >= WaitingStreams.limit && begun < 2 * WaitingStreams.limit)
    while begun < count {
      for _ in 0..<test.waiting.count { test.waiting.take() }
      test.receive([] as [UInt8])
      guard test.streams.count > begun else { break }
      #expect(test.streams.count - begun < 2 * WaitingStreams.limit)
      begun = test.streams.count
    }
    #expect(begun == count && test.isOpen && test.ends.isEmpty)
  }

  /// Streams take turns: that of another one is progress, as long as it would not take too long in any case.
  @Test func waitsForAStreamWhileOthersAreRead() throws {
    let test = try StreamTestConnection()
    test.receive([.window(0, 1_000_000)])
    test.receive([try test.client.header(1), try test.client.header(3)])
    for program in test.streams { program.respond(80_000) }
    test.advance(.seconds(20))
    test.receive([.window(3, 1)])  // the last byte of a part
    test.advance(.seconds(20))
    test.receive([.window(3, 20_000)])
    #expect(test.sent.contains { $0.type == 0 && $0.stream == 3 && $0.flags & 1 == 1 })
    test.advance(.seconds(20) - instant)
    #expect(test.resets(of: 1).isEmpty)
    test.advance(instant)
    #expect(test.resets(of: 1) == [8])
    #expect(test.admission.statistics.resets == [.stalledWrite: 1])
  }

  @Test func dropsTheRestOfABodyForAShortTime() throws {
    let test = try StreamTestConnection()
    test.receive([try test.client.header(1, FramedClient.post, ends: false)])
    test.streams[0].respond()
    test.receive([.data(1, [1, 2, 3])])
    #expect(test.streams[0].byteCount == 0)
    test.advance(.seconds(2) - instant)
    #expect(test.resets(of: 1).isEmpty)
    test.advance(instant)

    #expect(test.statuses[1] == ["200"])
    #expect(test.resets(of: 1) == [0])
    #expect(test.admission.statistics.resets == [.drained: 1])
  }

  @Test func dropsOneMebibyteOfABody() throws {
    let test = try StreamTestConnection()
    test.receive([try test.client.header(1, FramedClient.post, ends: false)])
    test.streams[0].respond()
    var count = 0
    while test.resets(of: 1).isEmpty, count < 4 << 20 {
      test.receive([.data(1, [UInt8](repeating: 0, count: 2_048))])
      count += 2_048
    }
    #expect(count == (1 << 20) + 2_048)
    #expect(test.resets(of: 1) == [0])
  }
}
