// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Invalid script lines, and their messages.
struct ReplayMistakeTests {
  private static let gallery =
    #"{"gallery":{"pages":[{"id":1},{"id":2}],"viewport":{"preview":[100,160],"strip":[120,66]}}}"#

  private static func first(_ members: String) -> String {
    #"{"gallery":{"viewport":{"preview":[100,160],"strip":[120,66]},"# + members + "}}"
  }

  private static func run(_ script: String) throws -> Program.Outcome {
    try run(Array(script.utf8))
  }

  private static func run(_ script: [UInt8]) throws -> Program.Outcome {
    let workspace = try Workspace()
    try workspace.add("a.jsonl", script)
    return try workspace.program.run("replay", "a.jsonl")
  }

  private static let calls =
    "frame, advance, beginDrag, drag, endDrag, cancelDrag, goTo, setViewport, setSize, "
    + "delete, insert, move, replace, batch, deleteActive, takeOver, cancel, drain, discard"

  // MARK: - Calls

  static let mistakes: [(String, String)] = [
    ("5", "The line must be an object."),
    ("[]", "The line must be an object."),
    ("null", "The line must be an object."),
    (#"{"at":0}"#, "call is missing; it must be one of \(calls)."),
    (#"{"at":0,"call":5}"#, "call must be one of \(calls)."),
    (
      #"{"at":0,"call":"remove","index":0}"#,
      "A gallery has no call \"remove\"; its calls are \(calls)."
    ),
    (
      #"{"at":0,"call":"Frame"}"#,
      "A gallery has no call \"Frame\"; its calls are \(calls)."
    ),
    (
      #"{"call":"frame"}"#,
      "at is missing; it must be a time in seconds, 0 to 2305843009.213693952."
    ),
    (
      #"{"at":0,"call":"frame","x":1,"a":2}"#,
      #"The line has the unknown key "a"; the known ones are at, call."#
    ),
    (
      #"{"at":0,"call":"drag","velocity":1}"#,
      #"The line has the unknown key "velocity"; the known ones are at, call, translation."#
    ),
    (#"{"at":0,"call":"drag"}"#, "translation is missing; it must be a number."),
    (#"{"at":0,"call":"drag","translation":"1"}"#, "translation must be a number."),
    (#"{"at":0,"call":"drag","translation":null}"#, "translation must be a number."),
    (#"{"at":0,"call":"drag","translation":1e999}"#, "translation must be a number."),
    (#"{"at":0,"call":"endDrag","velocity":[]}"#, "velocity must be a number."),
    (
      #"{"at":0,"call":"beginDrag","surface":"page"}"#,
      #"surface must be "preview" or "strip"."#
    ),
    (#"{"at":0,"call":"goTo"}"#, "goTo must have either index or page."),
    (#"{"at":0,"call":"goTo","index":0,"page":1}"#, "goTo must have either index or page."),
    (#"{"at":0,"call":"goTo","index":0.5}"#, "index must be a whole number."),
    (#"{"at":0,"call":"goTo","index":99999999999999999999}"#, "index must be a whole number."),
    (
      #"{"at":0,"call":"goTo","page":-1}"#,
      "page must be a whole number from 0 to 18446744073709551615."
    ),
    (#"{"at":0,"call":"goTo","index":0,"animated":1}"#, "animated must be true or false."),
    (
      #"{"at":0,"call":"setViewport","preview":[1,2]}"#,
      "strip is missing; it must be an array of two numbers."
    ),
    (
      #"{"at":0,"call":"setViewport","preview":[1,2,3],"strip":[1,2]}"#,
      "preview must be an array of two numbers."
    ),
    (
      #"{"at":0,"call":"setSize","page":1,"width":1}"#,
      "height is missing; it must be a whole number."
    ),
    (
      #"{"gallery":{}}"#,
      "The gallery is already described; every further object must have at and call."
    ),
  ]

  @Test(arguments: mistakes)
  func callIsExplained(line: String, sentence: String) throws {
    let outcome = try Self.run(
      "\(Self.gallery)\n\n# A comment.\n{\"at\": 0, \"call\": \"frame\"}\n\(line)\n")

    #expect(outcome.status == 65)
    #expect(outcome.errors == "a.jsonl:5: \(sentence)\n")
    // The previous output is kept.
    #expect(outcome.output.split(separator: "\n").count == 2)
  }

  // MARK: - Times

  static let times: [(String, String)] = [
    ("0.299999999", "at is 0.299999999, but the time is already 0.3; times must not decrease."),
    ("-1", "at must be a time in seconds, 0 to 2305843009.213693952."),
    ("\"1\"", "at must be a time in seconds, 0 to 2305843009.213693952."),
    ("2305843009.2136939525", "at must be a time in seconds, 0 to 2305843009.213693952."),
    ("1e30", "at must be a time in seconds, 0 to 2305843009.213693952."),
    ("1e999", "at must be a time in seconds, 0 to 2305843009.213693952."),
  ]

  @Test(arguments: times)
  func timeIsExplained(time: String, sentence: String) throws {
    let outcome = try Self.run(
      "\(Self.gallery)\n{\"at\": 0.3, \"call\": \"advance\"}\n{\"at\": \(time), \"call\": \"frame\"}"
    )

    #expect(outcome.status == 65)
    #expect(outcome.errors == "a.jsonl:3: \(sentence)\n")
  }

  // MARK: - Galleries

  static let galleries: [(String, String)] = [
    (
      #"{"at":0,"call":"frame"}"#,
      "The first object must describe the gallery, "
        + #"{"gallery": {"pages": [...], "viewport": {...}}}, or another model: "#
        + "cardStack, splitSelector, drawer or zoom."
    ),
    (#"{"gallery":5}"#, "gallery must be an object."),
    (
      #"{"gallery":{},"at":0}"#,
      #"The line has the unknown key "at"; the known ones are gallery."#
    ),
    (#"{"gallery":{}}"#, "gallery.pages is missing; it must be an array of pages."),
    (
      #"{"gallery":{"pages":[]}}"#,
      "gallery.viewport is missing; it must be an object with preview and strip."
    ),
    (
      first(#""pages":[],"page":1"#),
      #"gallery has the unknown key "page"; the known ones are pages, viewport, active, "#
        + "direction, axis, configuration."
    ),
    (first(#""pages":{}"#), "gallery.pages must be an array of pages."),
    (first(#""pages":[{"id":1},7]"#), "gallery.pages[1] must be an object."),
    (
      first(#""pages":[{}]"#),
      "gallery.pages[0].id is missing; it must be a whole number from 0 to 18446744073709551615."
    ),
    (
      first(#""pages":[{"id":1,"contentVersion":1}]"#),
      #"gallery.pages[0] has the unknown key "contentVersion"; the known ones are id, width, "#
        + "height, density, orientation."
    ),
    (
      first(#""pages":[{"id":1,"width":5}]"#),
      "gallery.pages[0].height is missing; it must be a whole number."
    ),
    (
      first(#""pages":[{"id":1,"width":5.5,"height":1}]"#),
      "gallery.pages[0].width must be a whole number."
    ),
    (
      first(#""pages":[{"id":1,"width":0,"height":1}]"#),
      "Page 1: A page must have sides of 1 to 2147483647 pixels, but has 0 × 1 px."
    ),
    (
      first(#""pages":[{"id":1,"orientation":9}]"#),
      "gallery.pages[0].orientation must be a whole number from 1 to 8."
    ),
    (
      first(#""pages":[{"id":1,"density":204}]"#),
      "gallery.pages[0].density must be an array of two numbers."
    ),
    (
      first(#""pages":[{"id":1},{"id":1}]"#),
      "The gallery is invalid. There is more than one page 1."
    ),
    (
      first(#""pages":[{"id":1}],"active":1"#),
      "The gallery is invalid. There is no page at index 1 in a gallery of 1."
    ),
    (first(#""pages":[],"direction":"up""#), #"gallery.direction must be "ltr" or "rtl"."#),
    (first(#""pages":[],"axis":"x""#), #"gallery.axis must be "horizontal" or "vertical"."#),
    (first(#""pages":[],"configuration":[]"#), "gallery.configuration must be an object."),
    (
      first(#""pages":[],"configuration":{"speed":"1"}"#),
      "gallery.configuration.speed must be a number."
    ),
    (
      first(#""pages":[],"configuration":{"speed":0}"#),
      "The gallery is invalid. The speed must be above 0 and at most 10, but it is 0.0."
    ),
    (
      first(#""pages":[],"configuration":{"updates":{}}"#),
      #"gallery.configuration has the unknown key "updates"; the known ones are "#
        + "interPageSpacing, parallaxFactor, defaultAspectRatio, interItemSpacing, "
        + "expandedMargin, minimumAspectRatio, maximumAspectRatio, overscan, hysteresis, speed, "
        + "prefetchAhead, reducedMotion, coalescing, softLimit, hardLimit."
    ),
    (
      first(#""pages":[],"configuration":{"coalescing":"none"}"#),
      #"gallery.configuration.coalescing must be "coalesce" or "serial"."#
    ),
    (
      first(#""pages":[],"configuration":{"softLimit":"1"}"#),
      "gallery.configuration.softLimit must be a whole number."
    ),
  ]

  @Test(arguments: galleries)
  func galleryIsExplained(line: String, sentence: String) throws {
    let outcome = try Self.run("# A comment.\n\(line)\n{}")

    #expect(
      outcome == .init(output: "", errors: "a.jsonl:2: \(sentence)\n", status: 65))
  }

  @Test(arguments: [("", 1), ("\n\n# Nothing.\n", 3)])
  func scriptWithoutGalleryIsExplained(script: String, line: Int) throws {
    let sentence = "The script ends before its first object, which describes the gallery."

    #expect(
      try Self.run(script)
        == .init(output: "", errors: "a.jsonl:\(line): \(sentence)\n", status: 65))
  }

  // MARK: - Hostile bytes

  static let bytes: [([UInt8], String)] = [
    ([0xFF, 0xFE], "The line is not valid UTF-8."),
    ([0x7B, 0x22, 0xC3, 0x22, 0x7D], "The line is not valid UTF-8."),
    ([0x7B, 0x00, 0x7D, 0x00], "The line is not JSON: at column 2 a key in quotes was expected."),
    (
      Array(#"{"\ud800":1}"#.utf8),
      #"The line is not JSON: at column 9, '"', the second half of a surrogate pair was expected."#
    ),
    (
      Array(repeating: UInt8(ascii: "["), count: 100_000),
      "Objects and arrays are nested too deeply; 32 levels are allowed."
    ),
    (
      Array("{\"a\u{1B}\":1}".utf8),
      "The line is not JSON: at column 4 a character of a string was expected."
    ),
    (
      Array(#"{"\#(String(repeating: "ä", count: 100))":1,"call":"frame"}"#.utf8),
      "The line has the unknown key \"\(String(repeating: "ä", count: 40))...\"; "
        + "the known ones are at, call."
    ),
  ]

  @Test(arguments: bytes)
  func hostileBytesAreExplained(bytes: [UInt8], sentence: String) throws {
    let outcome = try Self.run(Array("\(Self.gallery)\n".utf8) + bytes + [0x0A])

    #expect(outcome == .init(output: "", errors: "a.jsonl:2: \(sentence)\n", status: 65))
  }

  @Test func lineOfAnyLengthIsRefusedEarly() throws {
    let long = Array(repeating: UInt8(ascii: " "), count: 1 << 24)
    let outcome = try Self.run(long + Array("\(Self.gallery)\n".utf8))

    #expect(
      outcome
        == .init(
          output: "", errors: "a.jsonl:1: The line is too long; it may have 16777216 bytes.\n",
          status: 65))
  }

  @Test func manyPagesAndLinesArePlayed() throws {
    let pages = (0..<20_000).map { "{\"id\":\($0)}" }.joined(separator: ",")
    let calls = (0..<2_000).map { "{\"at\":\($0),\"call\":\"advance\"}\n" }.joined()
    let outcome = try Self.run(
      Self.first("\"pages\":[\(pages)],\"active\":19999")
        + "\n\(calls){\"at\":2000,\"call\":\"frame\"}\n")

    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    let frame = try #require(try jsonLines(outcome.output).last?["frame"] as? [String: Any])
    #expect(frame["activePage"] as? Int == 19_999)
  }
}
