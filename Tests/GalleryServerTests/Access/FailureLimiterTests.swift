// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import HTTPTypes
import NIOCore
import Testing

@testable import GalleryServer

struct FailureLimiterTests {
  private func address(_ text: String) throws -> SocketAddress {
    try SocketAddress(ipAddress: text, port: 4711)
  }

  @Test func allowsTenFailuresPerMinute() throws {
    let clock = ManualClock()
    let limiter = FailureLimiter(clock: clock)
    let (one, other) = (try address("192.0.2.1"), try address("192.0.2.2"))
    for _ in 0..<10 { #expect(limiter.register(one) == nil) }
    clock.set(to: clock.now.offset + .seconds(20))
    #expect(limiter.register(one) == .seconds(40))
    #expect(limiter.register(other) == nil)
    clock.set(to: clock.now.offset + .seconds(40))
    #expect(limiter.register(one) == nil)
  }

  @Test func countsANetworkOfIPv6AsOne() throws {
    let limiter = FailureLimiter(clock: ManualClock())
    for number in 0..<10 {
      #expect(limiter.register(try address("2001:db8::\(number)")) == nil)
    }
    #expect(limiter.register(try address("2001:db8::ffff")) != nil)
    #expect(limiter.register(try address("2001:db8:0:1::1")) == nil)
  }

  @Test func remembersABoundedNumberOfAddresses() throws {
    let clock = ManualClock()
    let limiter = FailureLimiter(clock: clock)
    for number in 0..<FailureLimiter.capacity + 5 {
      clock.set(to: clock.now.offset + .milliseconds(1))
      _ = limiter.register(try address("10.0.\(number / 256).\(number % 256)"))
    }
    #expect(limiter.count == FailureLimiter.capacity)
    clock.set(to: clock.now.offset + .seconds(60))
    _ = limiter.register(try address("192.0.2.1"))
    #expect(limiter.count == 1)
  }

  @Test func takesAFewStepsForEachAddressWhenFull() throws {
    let limiter = FailureLimiter(clock: ManualClock())
    let callCount = 3 * FailureLimiter.capacity
    for number in 0..<callCount {
      _ = limiter.register(
        try address("10.\(number >> 16).\(number >> 8 & 255).\(number & 255)"))
    }
    #expect(limiter.count == FailureLimiter.capacity)
    #expect(limiter.stepCount <= 2 * callCount)
  }

  @Test func forgetsAnAddressThatFailsAgainLaterOnlyOnce() throws {
    let clock = ManualClock()
    let limiter = FailureLimiter(clock: clock)
    for _ in 0..<5 {
      for number in 0..<20 { _ = limiter.register(try address("192.0.2.\(number)")) }
      #expect(limiter.count == 20)
      clock.set(to: clock.now.offset + .seconds(60))
    }
    for _ in 0..<10 { #expect(limiter.register(try address("192.0.2.1")) == nil) }
    #expect(limiter.register(try address("192.0.2.1")) == .seconds(60))
    #expect(limiter.count == 1)
  }

  @Test func answersWith429() async throws {
    let tokens = try TestTokens()
    let valid = TestTokens.bearer(try tokens.add())
    try await TestServer.run(configured: { $0.authorizer = tokens.authorizer() }) { server in
      let wrong = TestTokens.bearer(AccessToken().text)
      for _ in 0..<10 {
        #expect(try await server.get("/api/v1/documents", wrong).status == 401)
      }
      let answer = try await server.get("/api/v1/documents", wrong)
      #expect(answer.status == 429)
      #expect(answer.code == "tooManyFailures")
      #expect(answer.headers[.retryAfter] == "60")
      let session = try await server.send(.post, "/session", json: "{\"token\":\"pgt_\"}")
      #expect(session.status == 429)
      // Others behind the same address are not locked out.
      #expect(try await server.get("/api/v1/documents", valid).status == 200)
      #expect(try await server.get("/api/v1/documents").status == 401)
      tokens.advance(by: 60)
      #expect(try await server.get("/api/v1/documents", wrong).status == 401)
    }
  }

  /// A browser sends the cookie of an ended session by itself.
  @Test func anEndedSessionIsNoFailure() async throws {
    let tokens = try TestTokens()
    _ = try tokens.add()
    try await TestServer.run(configured: { $0.authorizer = tokens.authorizer() }) { server in
      for text in [Secret().text, "x", ""] {
        let ended: HTTPFields = [.cookie: "gallery-session=\(text)", .accept: "text/html"]
        for _ in 0..<12 {
          let answer = try await server.get("/", ended)
          #expect(answer.status == 401 && answer.text.contains("name=\"token\""))
        }
      }
      let wrong = TestTokens.bearer(AccessToken().text)
      for count in 1...11 {
        let answer = try await server.get("/api/v1/documents", wrong)
        #expect(answer.status == (count > 10 ? 429 : 401))
      }
      let ended: HTTPFields = [.cookie: "gallery-session=\(Secret().text)", .accept: "text/html"]
      #expect(try await server.get("/", ended).text.contains("name=\"token\""))
    }
  }
}
