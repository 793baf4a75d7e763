// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore
import NIOEmbedded
import Testing

@testable import GalleryServer

/// Requests and connections that the guard does not pass on.
struct RejectionTests {
  private let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
  private let chunked = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"

  @Test(arguments: [
    ("GET / HTTP/1.1\r\n\r\n", 400, "noHost"), ("GET / HTTP/1.1\n", 400, "malformed"),
    ("GET / HTTP/1.1\r\nA: " + String(repeating: "a", count: 16 << 10), 431, "headerTooLarge"),
    ("GET / HTTP/1.1\r\n" + String(repeating: "A:\r\n", count: 101), 431, "headerTooLarge"),
    ("CONNECT a:1 HTTP/1.1\r\n", 501, "notImplemented"),
    ("FOO / HTTP/1.1\r\n", 501, "notImplemented"), ("get / HTTP/1.1\r\n", 501, "notImplemented"),
  ])
  func answersARejectedHeader(text: String, status: Int, code: String?) throws {
    let client = try GuardedTestConnection()
    client.receive(text)

    #expect(client.accepted.isEmpty)
    let parts = client.sent.components(separatedBy: "\r\n\r\n")
    let header = try #require(parts.first).components(separatedBy: "\r\n")
    let body = Data(try #require(parts.last).utf8)
    let problem = try #require(JSONSerialization.jsonObject(with: body) as? [String: Any])
    #expect(header[0].hasPrefix("HTTP/1.1 \(status) "))
    #expect(header.contains("Content-Type: application/problem+json"))
    #expect(header.contains("Content-Length: \(body.count)"))
    #expect(header.contains("Connection: close"))
    #expect(problem["status"] as? Int == status)
    #expect(problem["code"] as? String == code)
    for field in [
      "X-Content-Type-Options: nosniff", "Referrer-Policy: no-referrer", "Cache-Control: no-store",
      "Cross-Origin-Resource-Policy: same-origin",
    ] {
      #expect(header.contains(field))
    }
    let instance = try #require(problem["instance"] as? String)
    #expect(instance.utf8.count == 16 && header.contains("X-Request-Id: \(instance)"))
    let date = try #require(header.first { $0.hasPrefix("Date: ") })
    #expect(date.wholeMatch(of: /Date: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT/) != nil)
    #expect(problem["type"] as? String == "/problems/\(code ?? "")")
  }

  @Test(arguments: FramingError.allCases)
  func describesEveryRuleInASentence(error: FramingError) {
    let refusal = Refusal(error)
    #expect(refusal.detail.hasSuffix(".") && refusal.detail.first?.isUppercase == true)
    // The name of the case is for programs.
    #expect(!refusal.detail.contains(error.rawValue) || ["nul", "tunnel"].contains(error.rawValue))
    let text = refusal.text(requestID: "1", at: Date(timeIntervalSince1970: 0))
    #expect(text.contains("\"reason\":\"\(error.rawValue)\""))
    #expect(text.contains("Date: Thu, 01 Jan 1970 00:00:00 GMT\r\n"))
  }

  @Test func differentRefusalsHaveDifferentIDs() throws {
    let texts = try (0..<2).map { _ in
      let client = try GuardedTestConnection()
      client.receive("GET / HTTP/1.1\r\n\r\n")
      return client.sent
    }
    #expect(texts[0] != texts[1])
  }

  @Test func readsOnForAShortTimeAfterARejection() throws {
    let client = try GuardedTestConnection()
    client.receive("\n")
    #expect(client.socket.isHalfClosed)
    client.receive([UInt8](repeating: 0, count: 1 << 20))
    client.advance(.seconds(2) - .nanoseconds(1))
    #expect(client.isOpen)
    client.advance(.nanoseconds(1))

    #expect(!client.isOpen)
    #expect(client.accepted.isEmpty)
    #expect(client.admission.statistics.closed == [.malformedRequest: 1])
    #expect(client.admission.statistics.rejected == [.bareLineEnd: 1])
  }

  @Test func closesWhenTheClientClosesAfterARejection() throws {
    let client = try GuardedTestConnection()
    client.receive("\n")
    client.channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)

    #expect(!client.isOpen)
  }

  @Test func answersEarlierRequestsFirst() throws {
    let client = try GuardedTestConnection()
    client.receive(get + get + "GET /\0")
    #expect(client.acceptedText == get + get)
    let count = client.socket.readCount
    client.channel.read()
    #expect(client.socket.readCount == count)

    client.respond("first;")
    #expect(client.sent == "first;")
    client.respond("second;")

    #expect(client.sent.hasPrefix("first;second;HTTP/1.1 400 "))
    #expect(client.socket.readCount > count)
  }

  @Test func answersARejectedBody() throws {
    let client = try GuardedTestConnection()
    client.receive(chunked + "1\r\nab")

    #expect(client.sent.hasPrefix("HTTP/1.1 400 "))
    #expect(client.acceptedText == chunked + "1\r\na")
  }

  @Test func closesOnARejectedBodyDuringItsResponse() throws {
    let client = try GuardedTestConnection()
    client.receive(chunked)
    client.connection.beginResponse(isLast: false)
    client.send("begin;")
    client.receive("x")

    #expect(!client.isOpen)
    #expect(client.sent == "begin;")
  }

  @Test func closesOnARejectedBodyAfterItsResponse() throws {
    let client = try GuardedTestConnection()
    client.receive(chunked)
    client.respond()
    client.receive("x")

    #expect(!client.isOpen)
    #expect(client.sent == "response;")
  }

  @Test(arguments: ["Connection: close", "Connection: Upgrade\r\nUpgrade: h2c"])
  func keepsBytesAfterTheLastRequestFromTheProgram(field: String) throws {
    let client = try GuardedTestConnection()
    let request = "GET / HTTP/1.1\r\nHost: a\r\n\(field)\r\n\r\n"
    client.receive(request + get)
    client.receive(get)
    client.respond()

    #expect(client.acceptedText == request)
    #expect(client.sent == "response;")
    #expect(!client.isOpen)
  }

  @Test func refusesConnectionsOfAnAddressThatHasTooMany() throws {
    let admission = ConnectionAdmission(limitPerAddress: 2)
    let first = try GuardedTestConnection(admission: admission)
    let second = try GuardedTestConnection(admission: admission, from: "::ffff:192.0.2.1")
    let third = try GuardedTestConnection(admission: admission)
    let other = try GuardedTestConnection(admission: admission, from: "192.0.2.2")

    #expect(first.sent + second.sent + other.sent == "")
    #expect(third.sent.hasPrefix("HTTP/1.1 503 "))
    third.receive(get)
    third.advance(.seconds(2))
    #expect(!third.isOpen)
    #expect(third.accepted.isEmpty)
    first.channel.close(promise: nil)
    #expect(try GuardedTestConnection(admission: admission).sent.isEmpty)
    #expect(admission.statistics.accepted == 5)
    #expect(admission.statistics.refused == 1)
    #expect(admission.statistics.open == 3)
    #expect(admission.statistics.closed == [.tooManyConnections: 1, .other: 1])
  }

  /// Its handshake may never end, and a response would wait for it.
  @Test func closesAnEncryptedConnectionTooManyAtOnce() throws {
    let admission = ConnectionAdmission(limitPerAddress: 1)
    let first = try GuardedTestConnection(admission: admission, isEncrypted: true)
    let second = try GuardedTestConnection(admission: admission, isEncrypted: true)
    #expect(first.isOpen)
    #expect(!second.isOpen && second.sent.isEmpty)
    #expect(admission.statistics.closed == [.tooManyConnections: 1])
  }

  @Test func sharedAddressesHaveNoLimit() throws {
    let limits = ConnectionLimits()
    let proxies = try [#require(AddressBlock("10.0.0.0/8"))]
    let admission = ConnectionAdmission(
      limitPerAddress: 1, sharedAddresses: limits.sharedAddresses + proxies)
    for address in ["127.0.0.1", "::1", "::ffff:127.1.2.3", "10.1.1.1"] {
      let connections = try (0..<3).map { _ in
        try GuardedTestConnection(admission: admission, from: address)
      }
      #expect(connections.allSatisfy { $0.isOpen && $0.sent.isEmpty })
    }
    // Others keep theirs.
    let connections = try ["192.0.2.1", "192.0.2.1", "::2", "::2"].map {
      try GuardedTestConnection(admission: admission, from: $0)
    }
    #expect(connections.map { $0.sent.isEmpty } == [true, false, true, false])
  }

  @Test func requiresPositiveLimits() async {
    await #expect(processExitsWith: .failure) {
      var limits = ConnectionLimits()
      limits.maximumConnectionCountPerAddress = 0
      _ = GuardedConnections(limits: limits)
    }
    await #expect(processExitsWith: .failure) {
      var limits = ConnectionLimits()
      limits.idleDuration = .zero
      _ = GuardedConnections(limits: limits)
    }
    #expect(ConnectionLimits().arePositive)
  }

  @Test func countsANetworkOfIPv6AsOneAddress() throws {
    let key = { AddressKey(try SocketAddress(ipAddress: $0, port: 1)) }

    #expect(try key("2001:db8::1") == key("2001:db8::ffff:1"))
    #expect(try key("2001:db8::1") != key("2001:db8:0:1::1"))
    #expect(try key("::ffff:192.0.2.1") == key("192.0.2.1"))
    #expect(AddressKey(nil) == nil)
  }
}
