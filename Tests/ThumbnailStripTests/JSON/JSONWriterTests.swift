// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import GalleryTestSupport
import Testing

@testable import GalleryReplay
@testable import StripCommands

struct JSONWriterTests {
  private func text(_ body: (inout JSONWriter) -> Void) -> String {
    var json = JSONWriter()
    body(&json)
    return String(decoding: json.bytes, as: UTF8.self)
  }

  @Test func commasStandBetweenMembersOnly() {
    let found = text { json in
      json.object { json in
        json.key("a")
        json.array { json in
          json.value(1)
          json.null()
          json.array { _ in }
          json.value(true)
        }
        json.key("b")
        json.object { _ in }
        json.key("c")
        json.value("d")
      }
    }
    #expect(found == #"{"a":[1,null,[],true],"b":{},"c":"d"}"#)
  }

  @Test(arguments: [0, 1, -1, 9, 10, -10, 12_345_678_901, .max, .min])
  func wholeNumbersAreDecimal(number: Int) {
    #expect(text { $0.value(number) } == String(number))
  }

  @Test func takenOverPagesAreAnEvent() throws {
    let event = GalleryEvent.sourceInconsistent(at: .milliseconds(300))
    let record = try #require(ReplayedGallery.record(of: event))
    let found = text { $0.line(record) }

    #expect(found == #"{"event":"sourceInconsistent","at":0.3}"# + "\n")
  }

  /// Characters that control a terminal or disguise a text; the value stays the same.
  @Test(arguments: [
    ("\u{9B}31m\u{85}", #"\u009b31m\u0085"#), ("\u{2028}\u{2029}", #"\u2028\u2029"#),
    ("\u{200E}\u{200F}\u{61C}", #"\u200e\u200f\u061c"#),
    ("\u{202A}\u{202E}\u{2066}\u{2069}", #"\u202a\u202e\u2066\u2069"#),
    ("\u{E0000}\u{E0041}\u{E007F}", #"\udb40\udc00\udb40\udc41\udb40\udc7f"#),
    ("\u{1B}\u{7F}\0", #"\u001b\u007f\u0000"#),
    ("ä\u{200D}\u{200C}\u{A0}🗎\u{E0100}", "ä\u{200D}\u{200C}\u{A0}🗎\u{E0100}"),
  ])
  func controlsAreEscaped(value: String, escaped: String) throws {
    let found = text { $0.value(value) }
    #expect(found == "\"\(escaped)\"")
    #expect(try JSONDecoder().decode(String.self, from: Data(found.utf8)) == value)
    #expect(text { $0.object { $0.key(named: value) } } == "{\"\(escaped)\":}")
  }

  @Test func largestIDIsExact() {
    #expect(text { $0.value(UInt64.max) } == "18446744073709551615")
  }

  @Test func zeroHasNoSign() {
    #expect(text { $0.value(-0.0) } == "0")
  }

  @Test func linesStandForThemselves() {
    let found = text { json in
      for number in 1...2 {
        json.array { $0.value(number) }
        json.finishLine()
      }
    }
    #expect(found == "[1]\n[2]\n")
  }

  @Test func numbersReadBackAsTheyWere() {
    checkProperty(
      seed: 4, runs: 5_000,
      generate: { Double(bitPattern: $0.next()) }, shrink: { _ in [] },
      check: { number in
        let found = text { $0.value(number) }
        guard number.isFinite else { return found == "null" ? nil : found }
        return Double(found) == number && JSONSerialization.isNumber(found) ? nil : found
      }
    )
  }

  @Test func stringsReadBackAsTheyWere() {
    checkProperty(
      seed: 6, runs: 5_000,
      generate: { generator in
        (0..<Int.random(in: 0...8, using: &generator)).map { _ in
          generator.chance(0.5)
            ? UInt8.random(in: 0...0x7F, using: &generator)
            : UInt8.random(in: 0...255, using: &generator)
        }
      },
      shrink: \.shrinks,
      check: { bytes in
        let found = text { $0.value(Path(bytes)) }
        let expected = String(decoding: bytes, as: UTF8.self)
        let read =
          try JSONSerialization.jsonObject(
            with: Data("[\(found)]".utf8)) as? [String]
        return read.map { Array($0[0].utf8) } == Array(expected.utf8) ? nil : found
      }
    )
  }

  @Test func everyByteAloneIsAValidString() throws {
    for byte in UInt8.min...UInt8.max {
      let found = text { $0.value(Path([byte])) }
      #expect(found.unicodeScalars.allSatisfy { $0.value >= 0x20 }, "byte \(byte)")
      _ = try JSONSerialization.jsonObject(with: Data("[\(found)]".utf8))
    }
  }
}

extension JSONSerialization {
  fileprivate static func isNumber(_ text: String) -> Bool {
    (try? jsonObject(with: Data("[\(text)]".utf8))) is [NSNumber]
  }
}
