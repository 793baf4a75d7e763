// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import GalleryCompanions
@testable import GalleryModel

/// The public encodings of events, outcomes and errors.
@Suite struct ModelCodingTests {
  private func text(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  /// Expects the encoding of a value, and decodes it.
  private func expect<Value: Codable & Equatable>(
    _ value: Value, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(try text(value) == expected, sourceLocation: sourceLocation)
    let read = try JSONDecoder().decode(Value.self, from: Data(expected.utf8))
    #expect(read == value, sourceLocation: sourceLocation)
  }

  @Test func events() throws {
    let changeset = Changeset(
      deletions: [1], insertions: [.init(index: 0, page: Page(id: 9))],
      moves: [.init(source: 3, destination: 2)],
      replacements: [.init(index: 4, size: try PageShape(aspectRatio: 0.5))])
    let changes =
      #"{"deletions":[1],"insertions":[{"index":0,"page":{"contentVersion":0,"id":9}}],"#
      + #""moves":[{"destination":2,"source":3}],"replacements":[{"index":4,"size":0.5}]}"#
    let transaction = GalleryTransactionID(number: 1)
    try expect(
      GalleryEvent.activeChanged(from: 10, to: 12, at: .milliseconds(250)),
      #"{"at":0.25,"event":"activeChanged","from":10,"to":12}"#)
    try expect(
      GalleryEvent.activeChanged(from: nil, to: nil, at: .nanoseconds(111_528_671)),
      #"{"at":0.111528671,"event":"activeChanged"}"#)
    try expect(
      GalleryEvent.clockWentBackwards(found: .milliseconds(1500), at: .seconds(2)),
      #"{"at":2,"event":"clockWentBackwards","found":1.5}"#)
    try expect(
      GalleryEvent.commitRequested(transaction, changeset, at: .milliseconds(300)),
      #"{"at":0.3,"changeset":\#(changes),"event":"commitRequested","transaction":1}"#)
    try expect(
      GalleryEvent.committed(transaction, changeset, at: .milliseconds(300)),
      #"{"at":0.3,"changeset":\#(changes),"event":"committed","transaction":1}"#)
    try expect(
      GalleryEvent.completed(UpdateTicket(number: 7), .cancelled, at: .zero),
      #"{"at":0,"event":"completed","outcome":{"outcome":"cancelled"},"ticket":7}"#)
    try expect(
      GalleryEvent.sourceInconsistent(at: .seconds(1)), #"{"at":1,"event":"sourceInconsistent"}"#)
    try expect(
      GalleryEvent.prefetch([10, 11], at: .zero), #"{"at":0,"event":"prefetch","pages":[10,11]}"#)
    try expect(
      GalleryEvent.cancelPrefetch([10], at: .zero),
      #"{"at":0,"event":"cancelPrefetch","pages":[10]}"#)
  }

  @Test func outcomes() throws {
    let error = UpdateError.unknownPage(3)
    let text = #"{"code":"unknownPage","message":"There is no page 3 in the gallery.","page":3}"#
    let cases: [(UpdateOutcome, String)] = [
      (.success(commitTime: .milliseconds(300)), #"{"commitTime":0.3,"outcome":"success"}"#),
      (.failed(error), #"{"error":\#(text),"outcome":"failed"}"#),
      (.rejected(error), #"{"error":\#(text),"outcome":"rejected"}"#),
      (.cancelled, #"{"outcome":"cancelled"}"#), (.cancelledOut, #"{"outcome":"cancelledOut"}"#),
      (.superseded, #"{"outcome":"superseded"}"#),
      (.alreadyRemoved, #"{"outcome":"alreadyRemoved"}"#),
      (.dependencyFailed, #"{"outcome":"dependencyFailed"}"#),
    ]
    for (outcome, text) in cases { try expect(outcome, text) }
  }

  @Test func errors() throws {
    let cases: [(UpdateError, String)] = [
      (.indexOutOfRange(5, count: 3), #""code":"indexOutOfRange","count":3,"index":5"#),
      (.gapOutOfRange(5, count: 3), #""code":"gapOutOfRange","count":3,"index":5"#),
      (.destinationOutOfRange(5, count: 3), #""code":"destinationOutOfRange","count":3,"index":5"#),
      (.repeatedIndex(2), #""code":"repeatedIndex","index":2"#),
      (.repeatedDestination(2), #""code":"repeatedDestination","index":2"#),
      (.duplicateID(3), #""code":"duplicateID","page":3"#),
      (.invalidContentVersion(found: -1), #""code":"invalidContentVersion","found":-1"#),
      (.tooManyPages, #""code":"tooManyPages""#),
      (.queueFull(limit: 9), #""code":"queueFull","limit":9"#),
      (.sourceFailed(code: 4), #""code":"sourceFailed","number":4"#),
      (.sourceInconsistent, #""code":"sourceInconsistent""#),
    ]
    for (error, facts) in cases {
      let read = try JSONDecoder().decode(UpdateError.self, from: Data("{\(facts)}".utf8))
      #expect(read == error)
      let values = try JSONDecoder().decode(
        [String: Fact].self, from: Data(try text(error).utf8))
      var expected = try JSONDecoder().decode([String: Fact].self, from: Data("{\(facts)}".utf8))
      expected["message"] = .text(error.description)
      #expect(values == expected)
    }
  }

  private enum Fact: Decodable, Equatable {
    case number(Int), text(String)
    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if let number = try? value.decode(Int.self) {
        self = .number(number)
      } else {
        self = .text(try value.decode(String.self))
      }
    }
  }

  @Test(arguments: [
    #"{"at":1,"event":"exploded"}"#, #"{"at":1e300,"event":"sourceInconsistent"}"#,
    #"{"event":"sourceInconsistent"}"#, #"{"at":1}"#,
  ]) func badEventsAreRefused(text: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(GalleryEvent.self, from: Data(text.utf8))
    }
  }

  @Test func timesAreSeconds() throws {
    for nanoseconds in [0, 1, 999_999_999, 1_000_000_001, 8_388_607_999_999_999, -5] as [Int64] {
      let time = Duration.nanoseconds(nanoseconds)
      #expect(Duration(encodedSeconds: time.encodedSeconds) == time)
    }
    #expect(Duration.seconds(Int64.max).encodedSeconds == Double(Int64.max))
    #expect(Duration(encodedSeconds: .infinity) == nil && Duration(encodedSeconds: .nan) == nil)
    var frame = GalleryFrame()
    frame.time = .milliseconds(1500)
    frame.activePage = 3
    let text = try text(frame)
    #expect(text.contains(#""time":1.5"#) && text.contains(#""activePage":3"#))
    #expect(try JSONDecoder().decode(GalleryFrame.self, from: Data(text.utf8)) == frame)
  }

  @Test func framesOfTheOtherModelsHaveSecondsToo() throws {
    var cards = CardStackFrame()
    cards.time = .milliseconds(1500)
    var drawer = DrawerFrame()
    drawer.time = .milliseconds(1500)
    var split = SplitSelectorFrame()
    split.time = .milliseconds(1500)
    var zoom = ZoomFrame()
    zoom.time = .milliseconds(1500)
    func check<Frame: Codable & Equatable>(_ frame: Frame) throws {
      let text = try text(frame)
      #expect(text.contains(#""time":1.5"#))
      #expect(try JSONDecoder().decode(Frame.self, from: Data(text.utf8)) == frame)
    }
    try check(cards)
    try check(drawer)
    try check(split)
    try check(zoom)
    let bad = try text(GalleryFrame()).replacing(#""time":0"#, with: #""time":1e300"#)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(GalleryFrame.self, from: Data(bad.utf8))
    }
  }

  @Test func namesAreTheirNumbers() throws {
    #expect(PageID("17") == 17 && "\(PageID(17))" == "17")
    #expect(PageID("18446744073709551615") == PageID(.max))
    #expect(UpdateTicket("3") == UpdateTicket(number: 3))
    #expect(GalleryTransactionID("4")?.description == "4")
    for text in ["", "-1", "+1", "01", "1 ", "18446744073709551616", "x"] {
      #expect(PageID(text) == nil, "\(text)")
    }
    try expect([PageID(17)], "[17]")
    try expect([UpdateTicket(number: 3)], "[3]")
    try expect(
      UpdateCompletion(ticket: UpdateTicket(number: 3), outcome: .superseded),
      #"{"outcome":{"outcome":"superseded"},"ticket":3}"#)
  }
}
