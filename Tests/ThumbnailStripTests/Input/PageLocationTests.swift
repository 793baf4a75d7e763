// SPDX-License-Identifier: Apache-2.0

import Foundation
import PageStorage
import Testing

@testable import StripCommands

/// The addresses of pages in lists, and the lines of such lists.
struct PageLocationTests {
  @Test(arguments: [
    ("file:///a/b.jpg", "/a/b.jpg"), ("file:/a", "/a"), ("file://localhost/a%20b%2fc", "/a b/c"),
    ("file:///%C3%A4.png", "/ä.png"), ("file:///a+b", "/a+b"), ("FILE:///a", "/a"),
  ])
  func filesArePathsWithEscapes(text: String, path: String) throws {
    #expect(try PageLocation(text) == .file(Path(path)))
  }

  @Test func escapesMayBeAnyBytes() throws {
    #expect(try PageLocation("file:///%ff%FE") == .file(Path([0x2F, 0xFF, 0xFE])))
  }

  @Test(arguments: [
    ("s3://b/k", "b", "k"), ("s3://b/a/b c%20?#é", "b", "a/b c%20?#é"), ("s3://b//k/", "b", "/k/"),
    ("S3://b/k", "b", "k"),
  ])
  func objectsAreWrittenAsTheyAre(text: String, bucket: String, key: String) throws {
    #expect(try PageLocation(text) == .object(ObjectLocation(bucket: bucket, key: key)))
  }

  @Test(arguments: [
    "", "a.jpg", "/a.jpg", "https://a/b", "file:a", "file://host/a",
    "file:///a?b", "file:///a#b", "file:///%", "file:///%4", "file:///%4g",
    "file:///a%00", "s3://", "s3://b", "s3://b/", "s3:///k",
  ])
  func othersAreMistakes(text: String) {
    #expect(throws: LocationMistake.self) { try PageLocation(text) }
  }

  private func entries(_ text: String) -> [(
    line: Int, entry: Result<LocationList.Entry, LocationMistake>
  )] {
    LocationList.entries(in: Array(text.utf8))
  }

  @Test func aListHasLocationsOrPathsAndNames() throws {
    let list = entries(
      "\u{FEFF}{\"location\":\"s3://b/k\",\"name\":\"x\"}\r\n\n {\"path\":\"a b.jpg\",\"width\":3}\n{\"path\":\"s3://b/k\"}"
    )
    #expect(list.map(\.line) == [1, 3, 4])
    let found = try list.map { try $0.entry.get() }
    #expect(
      found.map(\.location) == [
        .object(ObjectLocation(bucket: "b", key: "k")), .file(Path("a b.jpg")),
        .object(ObjectLocation(bucket: "b", key: "k")),
      ])
    #expect(found.map(\.name) == [Path("x"), nil, nil])
  }

  @Test(arguments: [
    ("{}", "neither a location nor a path"), ("{\"path\":\"\"}", "neither"),
    ("{\"location\":1}", "strings"),
    ("[]", "is not an object"), ("{\"location\":\"s3://b/k\"", "not JSON"),
    ("{\"path\":\"a\"} x", "not JSON"),
    ("{\"path\":\"a\",\"name\":\"b/c\"}", "a slash"),
    ("{\"path\":\"a\",\"name\":\"\"}", "is empty"),
    ("{\"path\":\"a\\u0000\"}", "NUL"), ("{\"location\":\"ftp://a\"}", "begins with neither"),
  ])
  func aLineWithoutAPageIsAMistake(line: String, words: String) throws {
    let found = entries("{\"path\":\"a\"}\n\(line)\n")
    #expect(found.count == 2 && (try? found[0].entry.get()) != nil)
    guard case .failure(let mistake) = found[1].entry else {
      Issue.record("\(line) is accepted")
      return
    }
    #expect(mistake.sentence.contains(words), "\(mistake.sentence)")
  }

  @Test func onlyABraceBeginsSuchAList() {
    for (text, isList) in [
      ("{", true), (" \n{", true), ("\u{FEFF}{", true), ("a{", false), ("", false), ("./{", false),
    ] {
      #expect(LocationList.isList(Array(text.utf8)) == isList, "\(text)")
    }
  }
}
