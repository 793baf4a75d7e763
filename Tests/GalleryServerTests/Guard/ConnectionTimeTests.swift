// SPDX-License-Identifier: Apache-2.0

import NIOCore
import Testing

@testable import GalleryServer

/// The limits of time, each just before and at its end.
struct ConnectionTimeTests {
  private let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
  private let post = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9000000\r\n\r\n"
  private let instant = TimeAmount.nanoseconds(1)

  @Test func closesAConnectionWithoutARequest() throws {
    let client = try GuardedTestConnection()

    client.advance(.seconds(15) - instant)
    #expect(client.isOpen)
    client.advance(instant)

    #expect(!client.isOpen)
    #expect(client.sent.isEmpty)
    #expect(client.admission.statistics.closed == [.slowHeader: 1])
  }

  @Test func answersASlowHeader() throws {
    let client = try GuardedTestConnection()
    for byte in get.utf8.prefix(14) {
      client.receive([byte])
      client.advance(.seconds(1))
    }
    client.advance(.seconds(1) - instant)
    #expect(client.sent.isEmpty)
    client.advance(instant)

    #expect(client.sent.hasPrefix("HTTP/1.1 408 "))
    #expect(client.sent.contains("\r\nConnection: close\r\n"))
    #expect(client.socket.isHalfClosed)
  }

  @Test func closesAnIdleConnection() throws {
    let client = try GuardedTestConnection()
    client.receive(get)
    client.advance(.hours(1))
    client.respond()

    client.advance(.seconds(60) - instant)
    #expect(client.isOpen)
    client.advance(instant)

    #expect(!client.isOpen)
    #expect(client.sent == "response;")
    #expect(client.admission.statistics.closed == [.idle: 1])
  }

  @Test func limitsTheHeaderOfAFurtherRequestFromItsFirstByte() throws {
    let client = try GuardedTestConnection()
    client.receive(get)
    client.respond("")
    client.advance(.seconds(59))
    client.receive("G")

    client.advance(.seconds(15) - instant)
    #expect(client.sent.isEmpty)
    client.advance(instant)

    #expect(client.sent.hasPrefix("HTTP/1.1 408 "))
  }

  @Test func emptyLinesBeginNoHeader() throws {
    let client = try GuardedTestConnection()
    client.receive(get)
    client.respond("")
    for byte in ["\r", "\n", "\r\n"] { client.receive(byte) }
    client.advance(.seconds(60) - instant)
    #expect(client.isOpen && client.sent.isEmpty)
    client.receive(get)
    client.respond("second;")
    #expect(client.sent == "second;")
  }

  @Test func setsNoLimitWhileAResponseIsInProgress() throws {
    let client = try GuardedTestConnection()
    client.receive(get + "GET /next")
    client.connection.beginResponse(isLast: false)
    for _ in 0..<100 {
      client.advance(.minutes(10))
      client.send("event;")
    }
    #expect(client.isOpen)
    client.connection.endResponse()
    client.advance(.seconds(15) - instant)
    #expect(client.isOpen)
    client.advance(instant)

    #expect(client.sent.contains("event;HTTP/1.1 408 "))
  }

  @Test func answersABodyThatStops() throws {
    let client = try GuardedTestConnection()
    client.receive(post)

    client.advance(.seconds(30) - instant)
    #expect(client.sent.isEmpty)
    client.advance(instant)

    #expect(client.sent.hasPrefix("HTTP/1.1 408 "))
    client.respond("late;")
    #expect(!client.sent.contains("late"))
  }

  @Test func closesAnUploadWithoutAnswerIfAResponseHasBegun() throws {
    let client = try GuardedTestConnection()
    client.receive(post)
    client.connection.beginResponse(isLast: false)
    client.advance(.seconds(30))

    #expect(!client.isOpen)
    #expect(client.sent.isEmpty)
    #expect(client.admission.statistics.closed == [.slowBody: 1])
  }

  @Test(arguments: [(1_000, true), (999, false), (1, false)])
  func requiresARateOfTheBody(bytesPerSecond: Int, isFastEnough: Bool) throws {
    var limits = ConnectionLimits()
    limits.bodyGraceDuration = .seconds(2)
    let client = try GuardedTestConnection(limits: limits)
    client.receive(post)
    client.advance(.seconds(1))
    for _ in 0..<3_000 where client.sent.isEmpty {
      client.receive([UInt8](repeating: 0, count: bytesPerSecond))
      client.advance(.seconds(1))
    }

    #expect(client.sent.isEmpty == isFastEnough)
  }

  @Test func savesNoMoreThanTheGraceOfAFastBody() throws {
    let client = try GuardedTestConnection()
    client.receive(post)
    client.receive([UInt8](repeating: 0, count: 5_000_000))

    client.advance(.seconds(30) - instant)
    #expect(client.sent.isEmpty)
    client.advance(instant)

    #expect(client.sent.hasPrefix("HTTP/1.1 408 "))
  }

  @Test func doesNotCountPausesOfTheServer() throws {
    let client = try GuardedTestConnection()
    client.receive(post)
    client.advance(.seconds(20))
    client.deliver([0])
    client.advance(.hours(1))
    #expect(client.isOpen)
    client.channel.read()

    client.advance(.milliseconds(10_001) - instant)
    #expect(client.sent.isEmpty)
    client.advance(instant)

    #expect(client.sent.hasPrefix("HTTP/1.1 408 "))
  }

  @Test func closesAConnectionThatTakesNoBytes() throws {
    let client = try GuardedTestConnection()
    client.socket.isStuck = true
    client.receive(get)
    client.advance(.minutes(5))
    client.respond()

    client.advance(.seconds(30) - instant)
    #expect(client.isOpen)
    client.advance(instant)

    #expect(!client.isOpen)
    #expect(client.admission.statistics.closed == [.stalledWrite: 1])
  }

  /// The system does not tell of room before a third of its memory for the connection is free.
  @Test func aClientThatTakesBytesSlowlyStays() throws {
    let client = try GuardedTestConnection()
    var queued = 500_000
    client.connection.sendQueue = { _ in queued }
    client.socket.isStuck = true
    client.receive(get)
    client.respond()
    for _ in 1...10 {
      queued -= 30_000
      client.advance(.seconds(30))
      #expect(client.isOpen)
    }
    // Slower than a body may be.
    queued -= 29_999
    client.advance(.seconds(30))
    #expect(client.admission.statistics.closed == [.stalledWrite: 1])
  }

  @Test func takesEachPartOfALargeWriteAsProgress() throws {
    let client = try GuardedTestConnection()
    client.socket.isStuck = true
    client.receive(get)
    client.respond(String(repeating: "x", count: 256 << 10))
    for _ in 0..<4 {
      client.advance(.seconds(30) - instant)
      client.socket.takeOne()
    }

    client.advance(.seconds(60) - instant)
    #expect(client.isOpen)
    client.advance(instant)

    #expect(client.admission.statistics.closed == [.idle: 1])
  }
}
