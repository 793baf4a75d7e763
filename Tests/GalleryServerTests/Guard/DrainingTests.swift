// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOEmbedded
import Testing

@testable import GalleryServer

/// Responses before the end of their request.
struct DrainingTests {
  private let post = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9000000\r\n\r\n"
  private let instant = TimeAmount.nanoseconds(1)

  @Test func closesAfterATime() throws {
    let client = try GuardedTestConnection()
    client.receive(post)
    client.respond()

    client.advance(.seconds(2) - instant)
    #expect(client.isOpen)
    client.advance(instant)

    #expect(!client.isOpen)
    #expect(client.admission.statistics.closed == [.drained: 1])
  }

  @Test func readsNoMoreThanANumberOfBytes() throws {
    let client = try GuardedTestConnection()
    client.receive(post)
    client.respond()

    client.receive([UInt8](repeating: 0, count: 1 << 20))
    let count = client.socket.readCount
    client.receive([0])
    client.receive([0])

    // The client can still read its response.
    #expect(client.isOpen)
    #expect(client.socket.readCount == count)
    client.advance(.seconds(2) - instant)
    #expect(client.isOpen)
    client.advance(instant)
    #expect(!client.isOpen)
    #expect(client.admission.statistics.closed == [.drained: 1])
  }

  @Test func staysOpenIfTheBodyEnds() throws {
    let client = try GuardedTestConnection()
    client.receive("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n")
    client.respond()
    client.receive([UInt8](repeating: 0, count: 1000))
    client.advance(.seconds(59))
    client.receive("GET /second HTTP/1.1\r\nHost: a\r\n\r\n")
    client.respond("second;")

    #expect(client.isOpen)
    #expect(client.sent == "response;second;")
    #expect(client.acceptedText.contains("GET /second"))
  }

  @Test func readsTheRestAfterTheLastResponse() throws {
    let client = try GuardedTestConnection()
    client.receive("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n")
    #expect(client.connection.endAfterEarlyResponse())
    client.respond(isLast: true)
    client.receive([UInt8](repeating: 0, count: 999))
    #expect(client.isOpen)
    // The next request is not taken for a part of this one, and is not accepted.
    client.receive("xGET /second HTTP/1.1\r\nHost: a\r\n\r\n")

    #expect(!client.isOpen)
    #expect(client.sent == "response;")
    #expect(!client.acceptedText.contains("second"))
    #expect(client.admission.statistics.closed == [.lastResponse: 1])
  }

  @Test func endsNoConnectionWhoseRequestIsWhole() throws {
    let client = try GuardedTestConnection()
    client.receive("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nab")
    #expect(!client.connection.endAfterEarlyResponse())
    client.receive("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n")
    // The response to the first one is owed: the second one is not answered early.
    #expect(!client.connection.endAfterEarlyResponse())
  }

  @Test(arguments: [true, false])
  func closesOnlyWhenTheResponseIsWritten(isLast: Bool) throws {
    let client = try GuardedTestConnection()
    client.socket.isStuck = true
    client.receive(post)
    client.respond(isLast: isLast)

    client.advance(.seconds(29))
    #expect(client.isOpen)
    client.socket.takeOne()

    #expect(!client.isOpen)
  }

  @Test func closesAStuckLastResponse() throws {
    let client = try GuardedTestConnection()
    client.socket.isStuck = true
    client.receive(post)
    client.respond(isLast: true)
    client.advance(.seconds(30))

    #expect(!client.isOpen)
  }

  @Test func waitsAShortTimeAfterTheProgramHasEndedTheConnection() throws {
    let client = try GuardedTestConnection()
    client.receive("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    client.respond()
    client.channel.close(mode: .output, promise: nil)
    #expect(client.socket.isHalfClosed)
    client.receive("GET /more HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(!client.acceptedText.contains("more"))

    client.advance(.seconds(2) - instant)
    #expect(client.isOpen)
    client.advance(instant)

    #expect(!client.isOpen)
  }
}
