// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport
import Testing

@testable import GalleryReplay
@testable import StripCommands

struct JSONSyntaxTests {
  private func mistake(_ text: String) -> String? {
    do throws(ScriptMistake) {
      try JSONSyntax.check(Array(text.utf8)[...])
      return nil
    } catch {
      return error.sentence
    }
  }

  @Test(arguments: [
    "{}", "[]", " [ ] ", "null", "true", "false", "0", "-0", "10.5", "1e5", "1.25E-05", "-1e+2",
    #""""#, #""\"\\\/\b\f\n\r\tä""#, #"{"a":1,"A":[1,{"a":null}]}"#, "\t{ \"a\" : [ 1 , 2 ] }\r",
    #""\u00e4\uD83D\uDE00""#,
  ])
  func goodTextIsTaken(text: String) {
    #expect(mistake(text) == nil)
  }

  static let mistakes: [(String, String)] = [
    ("", "it ends where a value was expected."),
    ("{", "it ends where a key in quotes was expected."),
    ("{\"a\"", "it ends where a colon was expected."),
    ("{\"a\":1", "it ends where a comma or '}' was expected."),
    ("[1", "it ends where a comma or ']' was expected."),
    ("\"a", "it ends where the end of a string was expected."),
    ("{\"ä\":1,}", "at column 8, '}', a key in quotes was expected."),
    ("[1,]", "at column 4, ']', a value was expected."),
    ("[1 2]", "at column 4, '2', a comma or ']' was expected."),
    ("{'a':1}", "at column 2, ''', a key in quotes was expected."),
    ("{} {}", "at column 4, '{', the end of the line was expected."),
    ("01", "at column 2, '1', the end of the line was expected."),
    ("+1", "at column 1, '+', a value was expected."),
    (".5", "at column 1, '.', a value was expected."),
    ("1.", "it ends where a digit was expected."),
    ("1.e5", "at column 3, 'e', a digit was expected."),
    ("1e", "it ends where a digit was expected."),
    ("-", "it ends where a digit was expected."),
    ("NaN", "at column 1, 'N', a value was expected."),
    ("nul", "at column 1, 'n', a value was expected."),
    ("\"\\x\"", "at column 3, 'x', an escape was expected."),
    ("\"\\u12g4\"", "at column 6, 'g', a hexadecimal digit was expected."),
    (#""\ud800""#, "at column 8, '\"', the second half of a surrogate pair was expected."),
    (#""\udc00\ud800""#, "at column 8, '\\', the second half of a surrogate pair was expected."),
    (
      #""\ud800\ud800""#,
      "at column 14, '\"', the first half of a surrogate pair before it was expected."
    ),
    ("\u{FEFF}{}", "at column 1 a value was expected."),
  ]

  @Test(arguments: mistakes)
  func badTextIsExplained(text: String, sentence: String) {
    #expect(mistake(text) == "The line is not JSON: \(sentence)")
  }

  @Test func equalKeysAreRefused() {
    #expect(
      mistake(#"{"a":1,"b":{"a":1},"a":2}"#)
        == #"The key "a" occurs twice in one object; once is allowed."#)
  }

  @Test func depthIsLimited() {
    let depth = JSONSyntax.deepestNesting
    let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)

    #expect(mistake(text) == nil)
    #expect(mistake("[\(text)]")?.contains("too deep") == true)
    #expect(mistake(String(repeating: "{\"a\":", count: 1_000_000))?.contains("too deep") == true)
  }

  /// Whatever is taken here, the decoder takes too.
  @Test func damagedTextIsNotTakenForGood() {
    let good = Array(#"{"at":0.25,"call":"goTo","x":[-1e5,true,"\u00e4"]}"#.utf8)
    checkProperty(
      seed: 9, runs: 5_000,
      generate: { generator -> [UInt8] in
        var text = good
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
          let place = Int.random(in: 0..<text.count, using: &generator)
          text[place] = good[Int.random(in: 0..<good.count, using: &generator)]
        }
        return text
      },
      shrink: { _ in [] },
      check: { text in
        guard (try? JSONSyntax.check(text[...])) != nil else { return nil }
        let isRead =
          (try? JSONSerialization.jsonObject(with: Data(text), options: .fragmentsAllowed)) != nil
        return isRead ? nil : String(decoding: text, as: UTF8.self)
      }
    )
  }
}
