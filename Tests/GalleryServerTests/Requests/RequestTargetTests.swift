// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import GalleryServer

/// Paths, queries and the absolute form of targets.
struct RequestTargetTests {
  @Test(arguments: [
    "/a/../b", "/%2e%2e/a", "/.", "/a%00b", "/a%0Ab", "/a%", "a", "", "/a#b", "*", "/%85%C2%85",
  ])
  func rejectsTargets(text: String) {
    #expect(throws: Problem.self) { try RequestTarget(text) }
  }

  @Test func splitsTargets() throws {
    let target = try RequestTarget("/a%2Fb//c/?x=1&y&z=a%3Db=c")
    #expect(target.segments == ["a/b", "", "c", ""])
    #expect(target.query.text("x") == "1")
    #expect(try target.query.flag("y"))
    #expect(target.query.text("z") == "a=b=c")
    #expect(target.absolute == nil)
  }

  @Test(arguments: [
    ("http://example.org/a?b=1", "example.org", ["a"]), ("http://[::1]:80", "[::1]:80", [""]),
    ("https://h?b", "h", [""]), ("HTTP://h/a", "h", ["a"]),
  ])
  func acceptsTheAbsoluteForm(text: String, authority: String, segments: [String]) throws {
    let target = try RequestTarget(text)
    #expect(target.absolute?.authority == authority[...])
    #expect(target.segments == segments)
  }

  @Test(arguments: [
    ("http://h/", "h", true), ("http://h/", "H", true), ("http://h:80/", "h", true),
    ("http://h/", "h:80", true), ("http://h:/", "h", true), ("https://h/", "h:443", true),
    ("http://h/", "i", false), ("http://h/", "h:443", false),
    ("https://h/", "h:80", false), ("http://h:8080/", "h", false), ("http://h/", "", false),
  ])
  func comparesTheAuthorityWithHost(text: String, host: String, isSame: Bool) {
    #expect(AbsoluteTarget(text[...])?.isFor(host) == isSame)
  }

  @Test(arguments: ["a=1&a=2", "a=%", "%zz=1", "a=%00"])
  func rejectsQueries(text: String) {
    #expect(throws: Problem.self) { try QueryParameters(text[...]) }
  }
}
