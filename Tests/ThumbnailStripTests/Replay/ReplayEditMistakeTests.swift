// SPDX-License-Identifier: Apache-2.0

import Testing

/// Script lines with invalid edits, and their messages.
struct ReplayEditMistakeTests {
  private static let start = """
    {"gallery":{"pages":[{"id":1},{"id":2}],"viewport":{"preview":[100,160],"strip":[120,66]}}}
    {"at":0,"call":"move","page":1,"to":0,"ticket":"a"}
    {"at":0,"call":"move","page":1,"to":0}

    """

  static let mistakes: [(String, String)] = [
    (#""call":"delete""#, "delete must have either index or page."),
    (#""call":"delete","index":0,"page":1"#, "delete must have either index or page."),
    (#""call":"delete","index":"0""#, "index must be a whole number."),
    (
      #""call":"delete","index":0,"space":"merged""#,
      #"space must be "presented" or "logical"."#
    ),
    (
      #""call":"delete","index":0,"to":0"#,
      #"The line has the unknown key "to"; the known ones are at, call, index, page, space, "#
        + "ticket, fails, asyncFor."
    ),
    (#""call":"insert","gap":0"#, "page is missing; it must be an object with id."),
    (#""call":"insert","gap":0,"page":3"#, "page must be an object."),
    (#""call":"insert","page":{"id":3}"#, "gap is missing; it must be a whole number."),
    (
      #""call":"insert","gap":0,"page":{}"#,
      "page.id is missing; it must be a whole number from 0 to 18446744073709551615."
    ),
    (
      #""call":"insert","gap":0,"page":{"id":3,"width":1}"#,
      "page.height is missing; it must be a whole number."
    ),
    (
      #""call":"insert","gap":0,"page":{"id":3},"focus":"new""#,
      #"focus must be "keep" or "inserted"."#
    ),
    (#""call":"move","index":0"#, "to is missing; it must be a whole number."),
    (#""call":"move","to":0"#, "move must have either index or page."),
    (
      #""call":"replace","index":0,"height":1"#,
      "width is missing; it must be a whole number."
    ),
    (#""call":"batch""#, "requests is missing; it must be an array of edits."),
    (#""call":"batch","requests":{}"#, "requests must be an array of edits."),
    (#""call":"batch","requests":[7]"#, "requests[0] must be an object."),
    (
      #""call":"batch","requests":[{"call":"delete","index":0},{"call":"batch"}]"#,
      "requests[1].call must be one of delete, insert, move, replace."
    ),
    (
      #""call":"batch","requests":[{"call":"delete","index":0,"ticket":"b"}]"#,
      #"requests[0] has the unknown key "ticket"; the known ones are call, index, page, space."#
    ),
    (
      #""call":"deleteActive","index":0"#,
      #"The line has the unknown key "index"; the known ones are at, call, ticket, fails, "#
        + "asyncFor."
    ),
    (#""call":"deleteActive","fails":1"#, "fails must be true or false."),
    (
      #""call":"deleteActive","asyncFor":-1"#,
      "asyncFor must be a time in seconds, 0 to 2305843009.213693952."
    ),
    (
      #""call":"deleteActive","ticket":"""#,
      "ticket must be a text that is not empty and does not begin with #."
    ),
    (
      ##""call":"deleteActive","ticket":"#1""##,
      "ticket must be a text that is not empty and does not begin with #."
    ),
    (
      #""call":"deleteActive","ticket":"a""#,
      #"ticket must be unique, but "a" is used above."#
    ),
    (#""call":"takeOver""#, "requests is missing; it must be an array of edits."),
    (
      #""call":"takeOver","requests":[],"fails":true"#,
      #"The line has the unknown key "fails"; the known ones are at, call, requests."#
    ),
    (#""call":"cancel""#, "ticket is missing; it must be a text."),
    (
      #""call":"cancel","ticket":"b""#,
      #"ticket must be the ticket of a request above, but "b" is not."#
    ),
    (
      ##""call":"cancel","ticket":"#3""##,
      ##"ticket must be the ticket of a request above, but "#3" is not."##
    ),
    (
      #""call":"drain","ticket":"a""#,
      #"The line has the unknown key "ticket"; the known ones are at, call."#
    ),
  ]

  @Test(arguments: mistakes)
  func editIsExplained(members: String, sentence: String) throws {
    let workspace = try Workspace()
    let outcome = try workspace.program.run(
      "replay", "-", "--format", "text", input: Self.start + "{\"at\":0,\(members)}\n")

    #expect(outcome.status == 65)
    #expect(outcome.errors == "-:4: \(sentence)\n")
    // What came before stays.
    #expect(outcome.output.hasPrefix("event 0 success a committed 0\n"))
    #expect(outcome.output.hasSuffix("event 0 success #2 committed 0\n"))
  }
}
