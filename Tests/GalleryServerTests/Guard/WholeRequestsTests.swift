// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOEmbedded
import Testing

@testable import GalleryServer

/// The requests that a guard offers to be answered from their bytes.
struct WholeRequestsTests {
  /// Answers every request with its number, or none.
  private final class Responder: WholeRequests {
    var offered: [String] = []
    var answers = true

    func response(to request: ByteBuffer) -> ByteBuffer? {
      offered.append(String(buffer: request))
      return answers ? ByteBuffer(string: "<\(offered.count)>") : nil
    }
  }

  private let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
  private let post = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\n"

  private func connection() throws -> (client: GuardedTestConnection, responder: Responder) {
    let (client, responder) = (try GuardedTestConnection(), Responder())
    client.connection.wholeRequests = responder
    return (client, responder)
  }

  @Test func oneIsAnsweredWithoutTheServer() throws {
    let (client, responder) = try connection()
    for number in 1...3 {
      client.receive(get)
      #expect(client.sent.hasSuffix("<\(number)>"))
    }
    #expect(client.accepted.isEmpty && client.isOpen)
    #expect(responder.offered == [get, get, get])
    client.advance(.seconds(59))
    #expect(client.isOpen)
    client.advance(.seconds(1))
    #expect(client.admission.statistics.closed == [.idle: 1])
  }

  @Test func oneThatIsNotAnsweredPassesOn() throws {
    let (client, responder) = try connection()
    responder.answers = false
    client.receive(get)
    #expect(client.acceptedText == get && client.sent.isEmpty)
    // The response to the first one is not written yet.
    client.receive(get)
    #expect(responder.offered == [get])
    client.respond()
    client.respond()
    client.receive(get)
    #expect(responder.offered == [get, get])
  }

  @Test func aClientThatTakesNothingIsLeftToTheServer() throws {
    let (client, responder) = try connection()
    client.channel.isWritable = false
    client.receive(get)
    #expect(responder.offered.isEmpty && client.acceptedText == get)
  }

  /// Two reads with a boundary anywhere: only a read that is one request is offered.
  @Test(arguments: [0, 1, 2, 3])
  func partsOfRequestsAreNotOffered(kind: Int) throws {
    let last = "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
    let text = [get, get + get, post + "abc", last][kind]
    for place in 0...text.utf8.count {
      let (client, responder) = try connection()
      let parts = [text.utf8.prefix(place), text.utf8.dropFirst(place)].map { Array($0) }
      for part in parts where !part.isEmpty { client.receive(part) }
      let whole = parts.filter { [Array(get.utf8), Array((post + "abc").utf8)].contains($0) }
      #expect(responder.offered == whole.map { String(decoding: $0, as: UTF8.self) }, "\(place)")
    }
  }

  /// The rest of a field may look like a request.
  @Test func theRestOfAFieldIsNoRequest() throws {
    let (client, responder) = try connection()
    client.receive("GET / HTTP/1.1\r\nX: ")
    client.receive(get)
    #expect(responder.offered.isEmpty)
    #expect(client.acceptedText == "GET / HTTP/1.1\r\nX: " + get)
  }

  @Test func theRestOfABodyIsNoRequest() throws {
    let (client, responder) = try connection()
    client.receive("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(get.utf8.count)\r\n\r\n")
    client.respond()
    client.receive(get)
    #expect(responder.offered.isEmpty)
    client.receive(get)
    #expect(responder.offered == [get])
  }
}
