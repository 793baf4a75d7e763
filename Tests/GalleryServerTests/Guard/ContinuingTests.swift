// SPDX-License-Identifier: Apache-2.0

import NIOCore
import Testing

@testable import GalleryServer

/// The invitation to send a body.
struct ContinuingTests {
  private static let header = "PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n"
  private static let invitation = "HTTP/1.1 100 Continue\r\n\r\n"

  private func invite(_ client: GuardedTestConnection) {
    client.connection.sendContinue()
    client.advance(.zero)
  }

  @Test func invitesABodyThatIsMissing() throws {
    let client = try GuardedTestConnection()
    invite(client)
    #expect(client.sent.isEmpty)
    client.receive(Self.header)
    invite(client)
    #expect(client.sent == Self.invitation)
    client.receive("abcd")
    client.respond()
    #expect(client.sent == Self.invitation + "response;")
    #expect(client.isOpen)
  }

  @Test(arguments: [
    // Complete; of HTTP/1.0; behind a request that is not answered; malformed.
    header + "abcd", "PUT / HTTP/1.0\r\nHost: a\r\nContent-Length: 4\r\n\r\n",
    header + "abcd" + header,
    header.replacing("Content-Length: 4", with: "Transfer-Encoding: chunked") + "x",
  ])
  func invitesNoOther(text: String) throws {
    let client = try GuardedTestConnection()
    client.receive(text)
    let sent = client.sent
    invite(client)
    #expect(client.sent == sent)
  }

  @Test func invitesNoBodyDuringTheResponse() throws {
    let client = try GuardedTestConnection()
    client.receive(Self.header)
    client.connection.beginResponse(isLast: false)
    invite(client)
    #expect(client.sent.isEmpty)
  }
}
