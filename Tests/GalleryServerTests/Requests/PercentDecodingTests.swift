// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import GalleryServer

struct PercentDecodingTests {
  @Test(arguments: [
    ("a%20b", "a b"), ("%C3%A9", "é"), ("a+b", "a+b"), ("%2B", "+"), ("%25", "%"), ("", ""),
  ])
  func decodesOnce(text: String, expected: String) {
    #expect(PercentDecoding.decode(text[...]) == expected)
  }

  @Test(arguments: ["%", "%4", "%zz", "%4g", "%C3", "%C0%80", "%ED%A0%80", "a b", "\u{7F}", "é"])
  func rejectsWhatIsNotEncodedText(text: String) {
    #expect(PercentDecoding.decode(text[...]) == nil)
  }

  @Test func readsPlusAsSpaceInQueries() {
    #expect(PercentDecoding.decode("a+b%2B", plusIsSpace: true) == "a b+")
  }

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

struct IdentifierTests {
  @Test(arguments: [("0", 0), ("1", 1), ("9007199254740991", 9_007_199_254_740_991)])
  func accepts(text: String, number: Int) {
    #expect(Identifiers.number(text) == number)
  }

  @Test(arguments: [
    "", "-1", "+1", "01", "00", "1.0", "1e3", " 1", "9007199254740992", "99999999999999999999", "１",
  ])
  func rejects(text: String) {
    #expect(Identifiers.number(text) == nil)
  }
}

struct EntityTagListTests {
  @Test(arguments: ["\"r17\"", "\"a\", \"r17\"", "*", " \"r17\" ", "\"a,b\",\"r17\""])
  func matches(field: String) throws {
    #expect(try #require(EntityTagList(field)).matchesStrongly("\"r17\""))
  }

  @Test func comparesWeakTags() throws {
    let list = try #require(EntityTagList("W/\"r17\""))
    #expect(!list.matchesStrongly("\"r17\""))
    #expect(list.matchesWeakly("\"r17\""))
  }

  @Test(arguments: ["", "r17", "\"r17", "\"a\" \"b\"", "\"a\",", "w/\"a\"", "*, \"a\""])
  func rejects(field: String) {
    #expect(EntityTagList(field) == nil)
  }
}
