// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOEmbedded
import Testing

@testable import GalleryServer

/// The requests that a guard offers to be answered from their bytes.
struct WholeRequestsTests {
  /// Answers requests that were passed on before with a number, or none.
  private final class Responder: WholeRequests {
    var answerCount = 0
    var passed: [String] = []
    var answers = true

    func response(to request: ByteBuffer) -> ByteBuffer? {
      guard answers, passed.contains(String(buffer: request)) else { return nil }
      answerCount += 1
      return ByteBuffer(string: "<\(answerCount)>")
    }

    func pass(_ request: ByteBuffer) { passed.append(String(buffer: request)) }
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
    client.receive(get)
    client.respond()
    for number in 1...3 {
      client.receive(get)
      #expect(client.sent.hasSuffix("<\(number)>"))
    }
    #expect(client.acceptedText == get && client.isOpen)
    #expect(responder.passed == [get])
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
    responder.answers = true
    client.receive(get)
    #expect(client.acceptedText == get + get && responder.passed == [get])
    client.respond()
    client.respond()
    responder.answers = false
    client.receive(get)
    #expect(client.acceptedText == get + get + get && responder.passed == [get, get])
    #expect(responder.answerCount == 0)
  }

  @Test func aClientThatTakesNothingIsLeftToTheServer() throws {
    let (client, responder) = try connection()
    client.receive(get)
    client.respond()
    client.channel.isWritable = false
    client.receive(get)
    #expect(responder.answerCount == 0 && client.acceptedText == get + get)
  }

  /// The limit of headers counts for a longer path, too.
  @Test func aLongHeaderIsNotAnswered() throws {
    let (client, responder) = try connection()
    let long = "GET /\(String(repeating: "x", count: 16 << 10)) HTTP/1.1\r\nHost: a\r\n\r\n"
    responder.passed = [long]
    client.receive(long)
    #expect(responder.answerCount == 0)
    #expect(client.sent.hasPrefix("HTTP/1.1 431"))
  }

  /// Two reads with a boundary anywhere: only a read that is one request is noted.
  @Test(arguments: 0..<6)
  func partsOfRequestsAreNotNoted(kind: Int) throws {
    let last = "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
    let text = [get, get + get, post + "abc", last, get + "\r", get + "\r\n"][kind]
    for place in 0...text.utf8.count {
      let (client, responder) = try connection()
      responder.answers = false
      let parts = [text.utf8.prefix(place), text.utf8.dropFirst(place)].map { Array($0) }
      let isWhole = { [Array(get.utf8), Array((post + "abc").utf8)].contains($0) }
      for part in parts where !part.isEmpty {
        client.receive(part)
        if isWhole(part) { client.respond() }
      }
      let whole = parts.filter(isWhole)
      #expect(responder.passed == whole.map { String(decoding: $0, as: UTF8.self) }, "\(place)")
    }
  }

  /// The rest of a field may look like a request.
  @Test func theRestOfAFieldIsNoRequest() throws {
    let (client, responder) = try connection()
    responder.passed = [get]
    client.receive("GET / HTTP/1.1\r\nX: ")
    client.receive(get)
    #expect(responder.answerCount == 0)
    #expect(client.acceptedText == "GET / HTTP/1.1\r\nX: " + get)
  }

  @Test func theRestOfABodyIsNoRequest() throws {
    let (client, responder) = try connection()
    responder.passed = [get]
    client.receive("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(get.utf8.count)\r\n\r\n")
    client.respond()
    client.receive(get)
    #expect(responder.answerCount == 0)
    client.receive(get)
    #expect(responder.answerCount == 1)
  }

  /// Empty lines before a request are part of it.
  @Test func whatFollowsAnEmptyLineIsNotAnswered() throws {
    let (client, responder) = try connection()
    responder.passed = [get]
    client.receive("\r\n")
    client.receive(get)
    #expect(responder.answerCount == 0 && client.acceptedText == "\r\n" + get)
  }

  /// What the guard has answered is written when the server ends, and then the connection closes.
  @Test func theEndOfTheServerCutsNoAnswer() throws {
    let (client, responder) = try connection()
    responder.passed = [get]
    client.socket.isStuck = true
    client.receive(get)
    client.channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    #expect(responder.answerCount == 1 && client.isOpen)
    client.socket.takeOne()
    #expect(client.admission.statistics.closed == [.lastResponse: 1])
  }

  @Test func aClientThatDoesNotTakeAnAnswerLosesItsConnection() throws {
    let (client, responder) = try connection()
    responder.passed = [get]
    client.socket.isStuck = true
    client.receive(get)
    client.advance(.seconds(29))
    #expect(client.isOpen)
    client.advance(.seconds(1))
    #expect(client.admission.statistics.closed == [.stalledWrite: 1])
  }

  /// A connection whose requests are all answered so has the same deadlines.
  @Test func eachAnswerBeginsTheIdleTimeAnew() throws {
    let (client, responder) = try connection()
    responder.passed = [get]
    for _ in 1...5 {
      client.receive(get)
      client.advance(.seconds(50))
      #expect(client.isOpen)
    }
    #expect(responder.answerCount == 5)
    client.receive("GET")
    client.advance(.seconds(15))
    #expect(client.sent.contains("HTTP/1.1 408"))
  }
}
