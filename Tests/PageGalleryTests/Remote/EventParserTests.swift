// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing

@testable import GalleryClient
@testable import PageGallery

struct EventParserTests {
  private static let text = """
    \u{FEFF}retry: 2000

    id: 18
    event: change
    data: {"revision":18}

    : a comment
    :
    event:gone
    data:first
    data
    data:  third
    unknown: 3

    event: empty

    data: no name


    """

  private static let events = [
    ReceivedEvent(name: "change", data: Array("{\"revision\":18}".utf8)),
    ReceivedEvent(name: "gone", data: Array("first\n\n third".utf8)),
    ReceivedEvent(name: "message", data: Array("no name".utf8)),
  ]

  @Test(arguments: ["\n", "\r", "\r\n"]) func eventsAreReadInAnyPieces(end: String) throws {
    let bytes = Array(Self.text.replacing("\n", with: end).utf8)
    for size in 1...bytes.count {
      var parser = EventParser(limit: 100)
      var events: [ReceivedEvent] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        events += try parser.take(bytes[start..<min(start + size, bytes.count)])
      }
      #expect(events == Self.events, "in pieces of \(size)")
    }
  }

  @Test(arguments: [
    String(repeating: "x", count: 101), ":" + String(repeating: " ", count: 101),
    String(repeating: "data: 123456789\n", count: 12), String(repeating: "data\n", count: 102),
  ])
  func longLinesAndEventsAreRefused(text: String) {
    var parser = EventParser(limit: 100)
    #expect(throws: RemoteServerError.tooLarge(limit: 100)) { try parser.take(text.utf8) }
  }

  @Test func manyCommentsAreNoEvent() throws {
    var parser = EventParser(limit: 100)
    for _ in 0..<1_000 {
      #expect(try parser.take(":\n\nevent: nothing\n\n".utf8).isEmpty)
    }
  }

  private func read(
    _ name: String, _ data: String, with reader: inout EventReader
  ) throws -> PageSourceChange? {
    let message = try reader.read(ReceivedEvent(name: name, data: Array(data.utf8)))
    guard case .change(let change, _)? = message else { return nil }
    return change
  }

  @Test func changesFollowEachOther() throws {
    var reader = EventReader(after: 4)
    let change = """
      {"revision": 5, "deletions": [2], "moves": [{"from": 0, "to": 1}], "keys": {}, "origin": "a",
      "insertions": [{"at": 0, "page": {"id": 9, "aspectRatio": 0.5, "contentVersion": 3}}],
      "replacements": [{"at": 1, "page": {"id": null, "aspectRatio": null}}]}
      """
    let shape = try PageShape(aspectRatio: 0.5)
    let expected = Changeset(
      deletions: [2],
      insertions: [.init(index: 0, page: Page(id: 9, size: shape, contentVersion: 3))],
      moves: [.init(source: 0, destination: 1)], replacements: [.init(index: 1, size: nil)])
    #expect(
      try read("change", change, with: &reader)
        == PageSourceChange(version: 5, changeset: expected))
    #expect(try read("document", "{\"title\":\"Deed\"}", with: &reader) == nil)
    // A restored backup has a lower revision.
    #expect(
      try read("reset", "{\"revision\":2}", with: &reader)
        == PageSourceChange(version: 2, changeset: nil))
    for found in [2, 4, 1] {
      #expect(throws: RemoteServerError.disorderedRevision(after: 2, found: found)) {
        try read("change", "{\"revision\":\(found)}", with: &reader)
      }
    }
    #expect(try read("change", "{\"revision\":3}", with: &reader)?.version == 3)
  }

  @Test(arguments: [
    "", "null", "[]", "{}", "{\"revision\":-1}", "{\"revision\":1e300}", "{\"revision\":5.5}",
    "{\"revision\":9007199254740992}", "{\"revision\":5,\"deletions\":[-1]}",
    "{\"revision\":5,\"deletions\":[9223372036854775807]}",
    "{\"revision\":5,\"insertions\":[{\"at\":0,\"page\":{}}]}",
    "{\"revision\":5,\"insertions\":[{\"at\":0,\"page\":{\"id\":1,\"aspectRatio\":0}}]}",
    "{\"revision\":5,\"insertions\":[{\"at\":0,\"page\":{\"id\":1,\"contentVersion\":-1}}]}",
    "{\"revision\":5,\"moves\":[{\"from\":0}]}", "{\"revision\":5,\"keys\":{\"1\":\"short\"}}",
  ])
  func wrongChangesAreRefused(data: String) {
    var reader = EventReader(after: 4)
    #expect {
      try read("change", data, with: &reader)
    } throws: { error in
      if case RemoteServerError.malformedResponse = error { true } else { false }
    }
    #expect(reader.revision == 4)
  }

  @Test(arguments: ["[", "{\"a\":"]) func deepNestingIsRefused(opening: String) {
    wrongChangesAreRefused(data: String(repeating: opening, count: 100_000))
  }

  /// Bytes of a stream with errors at random places: the result is events or an error.
  @Test func damagedStreamsEndInEventsOrErrors() throws {
    var random = SeededGenerator(seed: 3 &+ TestEnvironment.randomSeed)
    let change = """
      id: 5\nevent: change\ndata: {"revision":5,"deletions":[4],"insertions":[{"at":1,"page":\
      {"id":3,"aspectRatio":0.7}}],"moves":[{"from":1,"to":0}],"keys":{"3":"AAAAAAAAAAA"}}\n\n
      """
    let whole = Array((Self.text + change).utf8)
    var endings = (errors: 0, changes: 0)
    for _ in 0..<5_000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      var parser = EventParser(limit: 1_000)
      var reader = EventReader(after: 17)
      do throws(RemoteServerError) {
        for event in try parser.take(bytes) {
          let message = try reader.read(event)
          if case .change(let change, _)? = message {
            #expect(change.version <= 1 << 53)
            endings.changes += 1
          }
        }
      } catch {
        endings.errors += 1
      }
    }
    #expect(endings.errors > 1_000 && endings.changes > 1_000, "\(endings)")
  }
}
