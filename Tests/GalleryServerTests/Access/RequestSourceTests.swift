// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import NIOCore
import Testing

@testable import GalleryServer

struct RequestSourceTests {
  @Test(
    arguments: [
      ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false),
      ("10.1.2.0/23", "10.1.3.255", true), ("10.1.2.0/23", "10.1.4.0", false),
      ("192.0.2.1", "192.0.2.1", true), ("192.0.2.1", "192.0.2.2", false),
      ("0.0.0.0/0", "203.0.113.9", true), ("0.0.0.0/0", "::1", false),
      ("2001:db8::/32", "2001:db8:1::1", true), ("2001:db8::/32", "2001:db9::1", false),
      ("::1", "::1", true), ("10.0.0.0/8", "::ffff:10.1.2.3", true),
    ])
  func findsAddressesInBlocks(block: String, address: String, isIn: Bool) throws {
    let block = try #require(AddressBlock(block))
    #expect(block.contains(try SocketAddress(ipAddress: address, port: 1)) == isIn)
  }

  @Test(arguments: [
    "", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0.1/8", "10.0.0/8",
    "::1/129", "proxy.example", "10.0.0.0/8/8", "10.0.0.0 /8",
  ])
  func refusesWhatIsNoBlock(text: String) { #expect(AddressBlock(text) == nil) }

  /// A request from a trusted proxy at 10.0.0.1.
  private static let forwarded: [(fields: [(String, String)], address: String?, isSecure: Bool)] = [
    ([], "10.0.0.1", false),
    ([("Forwarded", "for=192.0.2.1;proto=https")], "192.0.2.1", true),
    ([("Forwarded", "FOR=\"192.0.2.1:80\"; Proto=HTTPS")], "192.0.2.1", true),
    ([("Forwarded", "for=\"[2001:db8::1]:4711\"")], "2001:db8::1", false),
    // Only the last untrusted entry counts, whatever a client has added before.
    ([("Forwarded", "for=203.0.113.1;proto=https, for=192.0.2.1;proto=http")], "192.0.2.1", false),
    ([("Forwarded", "for=203.0.113.1"), ("Forwarded", "for=192.0.2.1")], "192.0.2.1", false),
    ([("Forwarded", "for=192.0.2.1, for=10.9.9.9;proto=https")], "192.0.2.1", true),
    ([("Forwarded", "for=unknown;proto=https")], "10.0.0.1", true),
    ([("Forwarded", "for=192.0.2.1, for=_hidden")], "10.0.0.1", false),
    (
      [("X-Forwarded-For", "203.0.113.1, 192.0.2.1"), ("X-Forwarded-Proto", "https")], "192.0.2.1",
      true
    ),
    ([("X-Forwarded-For", "192.0.2.1:443")], "192.0.2.1", false),
    ([("X-Forwarded-Proto", "https")], "10.0.0.1", true),
    // One of both kinds comes from the client.
    ([("Forwarded", "for=203.0.113.1"), ("X-Forwarded-For", "192.0.2.1")], "10.0.0.1", false),
    ([("Forwarded", "nonsense")], "10.0.0.1", false),
    ([("X-Forwarded-For", "nonsense")], "10.0.0.1", false),
  ]

  @Test(arguments: forwarded.indices)
  func findsTheClientBehindProxies(index: Int) throws {
    let (list, address, isSecure) = Self.forwarded[index]
    var fields = HTTPFields()
    for (name, value) in list {
      fields.append(HTTPField(name: try #require(HTTPField.Name(name)), value: value))
    }
    let proxies = [try #require(AddressBlock("10.0.0.0/8"))]
    let proxy = try SocketAddress(ipAddress: "10.0.0.1", port: 5)
    let source = RequestSource(peer: proxy, isSecure: false, fields: fields, proxies: proxies)
    #expect(source.address?.ipAddress == address)
    #expect(source.isSecure == isSecure)
    // From anyone else, the fields have no meaning.
    let stranger = try SocketAddress(ipAddress: "198.51.100.7", port: 5)
    let other = RequestSource(peer: stranger, isSecure: false, fields: fields, proxies: proxies)
    #expect(other.address?.ipAddress == "198.51.100.7")
    #expect(!other.isSecure)
  }
}
