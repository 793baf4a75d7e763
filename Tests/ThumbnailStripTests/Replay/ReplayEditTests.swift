// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The actions of the source in a replay, and their times.
struct ReplayEditTests {
  private static let gallery = """
    {"gallery":{"pages":[{"id":1},{"id":2},{"id":3}],"active":1,\
    "viewport":{"preview":[375,601],"strip":[375,66]}}}

    """

  /// The events of requests, without the key `event`.
  private func events(_ lines: String...) throws -> [String] {
    let script = Self.gallery + lines.map { "{\"at\":\($0)}\n" }.joined()
    let workspace = try Workspace()
    let outcome = try workspace.program.run("replay", "-", "--format", "text", input: script)
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    return outcome.output.split(separator: "\n").filter { !$0.contains("efetch") }
      .filter { $0.hasPrefix("event") && !$0.contains("activeChanged") }
      .map { String($0.dropFirst("event ".count)) }
  }

  @Test func eachEditChangesThePages() throws {
    let found = try events(
      #"0,"call":"delete","index":2"#,
      #"1,"call":"insert","gap":0,"page":{"id":9,"width":30,"height":40}"#,
      #"2,"call":"move","page":2,"to":0"#,
      #"3,"call":"replace","page":2,"width":30,"height":40,"ticket":"r""#,
      #"4,"call":"deleteActive""#,
      #"5,"call":"advance""#)

    #expect(
      found == [
        "0.3 committed #1 delete 2", "0.3 success #1 committed 0.3",
        "1.15 committed #2 insert 9 at 0", "1.3 success #2 committed 1.15",
        "2.3 committed #3 move 2 to 0", "2.3 success #3 committed 2.3",
        "3 committed r replace 0", "3.15 success r committed 3",
        "4.3 committed #5 delete 0", "4.3 success #5 committed 4.3",
      ])
  }

  @Test func batchIsOneRequest() throws {
    let found = try events(
      #"0,"call":"batch","ticket":"b","requests":[{"call":"delete","page":2},"#
        + #"{"call":"insert","gap":3,"page":{"id":9},"focus":"inserted"},"#
        + #"{"call":"move","index":0,"to":2},{"call":"replace","page":3}]"#,
      #"1,"call":"frame""#)

    #expect(
      found == [
        "0.45 committed b delete 1 insert 9 at 1 move 0 to 2 replace 2",
        "0.6 success b committed 0.45",
      ])
  }

  /// The change of others waits for the request before it, and the request after it for both.
  ///
  /// Its own answer takes no time.
  @Test func changeOfOthersRunsAloneInItsTurn() throws {
    let found = try events(
      #"0,"call":"delete","index":0,"asyncFor":0.2"#,
      #"0.1,"call":"takeOver","requests":[{"call":"delete","page":2},"#
        + #"{"call":"insert","gap":3,"page":{"id":9}}]"#,
      #"0.1,"call":"insert","gap":0,"page":{"id":8},"asyncFor":0.1"#, #"2,"call":"advance""#)

    #expect(
      found == [
        "0.5 committed #1 delete 0", "0.5 success #1 committed 0.5",
        "0.8 committed #2 delete 0 insert 9 at 1", "0.95 success #2 committed 0.8",
        "1.2 committed #3 insert 8 at 0", "1.35 success #3 committed 1.2",
      ])
  }

  @Test func spaceTellsWhatIndexesCount() throws {
    func deletions(_ space: String) throws -> [String] {
      try events(
        #"0,"call":"delete","index":0"#, #"0,"call":"delete","index":0\#(space)"#,
        #"1,"call":"advance""#
      ).filter { !$0.contains("success") }
    }
    let removed = ["0 alreadyRemoved #2", "0.3 committed #1 delete 0"]

    #expect(try deletions("") == removed)
    #expect(try deletions(#","space":"presented""#) == removed)
    #expect(
      try deletions(#","space":"logical""#) == [
        "0.3 committed #1 delete 0", "0.6 committed #2 delete 0",
      ])
  }

  @Test func answerComesBeforeACallOfItsTime() throws {
    let late = #"0,"call":"delete","index":2,"ticket":"a","asyncFor":0.7"#

    #expect(
      try events(late, #"1,"call":"cancel","ticket":"a""#) == [
        "1 committed a delete 2", "1 success a committed 1",
        "1 rejected cancel a: It is too late to cancel the request.",
      ])
    #expect(
      try events(late, #"0.299999999,"call":"cancel","ticket":"a""#, #"2,"call":"advance""#)
        == ["0.599999998 cancelled a"])
  }

  @Test func slowestRequestSaysWhenTheAnswerComes() throws {
    let found = try events(
      #"0,"call":"delete","index":0"#, #"0.1,"call":"delete","page":3,"asyncFor":0.2"#,
      #"0.1,"call":"insert","gap":3,"page":{"id":7},"asyncFor":0.1"#, #"0.8,"call":"advance""#)

    #expect(
      found == [
        "0.3 committed #1 delete 0", "0.3 success #1 committed 0.3",
        "0.8 committed #2 #3 delete 1 insert 7 at 1",
      ])
  }

  @Test func answersOfLaterChangesAreExactToo() throws {
    let found = try events(
      #"0,"call":"delete","index":2,"asyncFor":0.25"#,
      #"0.1,"call":"delete","index":1,"asyncFor":0.25"#, #"9,"call":"advance""#)

    #expect(
      found == [
        "0.55 committed #1 delete 2", "0.55 success #1 committed 0.55",
        "1.1 committed #2 delete 1", "1.1 success #2 committed 1.1",
      ])
  }

  @Test func answerAfterTheLastLineNeverComes() throws {
    #expect(
      try events(
        #"0,"call":"delete","index":2,"asyncFor":2305843009"#,
        #"2305843009,"call":"frame""#) == [])
  }

  @Test func answerToAForgottenQuestionIsNotGiven() throws {
    let found = try events(
      #"0,"call":"delete","index":2,"asyncFor":1,"fails":true"#, #"1,"call":"discard""#,
      #"1,"call":"delete","index":0"#, #"2,"call":"advance""#)

    #expect(
      found == [
        "1 cancelled #1", "1.3 committed #2 delete 0", "1.3 success #2 committed 1.3",
      ])
  }

  @Test(arguments: ["0.3", "0.5", "0.999999999"])
  func cancelComesTooLateWhileTheOwnerIsAsked(time: String) throws {
    let found = try events(
      #"0,"call":"delete","index":0,"ticket":"a","asyncFor":0.7"#,
      #"\#(time),"call":"cancel","ticket":"a""#, #"2,"call":"advance""#)

    #expect(
      found == [
        "\(time) rejected cancel a: It is too late to cancel the request.",
        "1 committed a delete 0", "1 success a committed 1",
      ])
  }

  /// The answer would have arrived at 0.8 s.
  @Test func forgottenAnswerDoesNotTurnTheClockBack() throws {
    let found = try events(
      #"0,"call":"delete","index":0,"asyncFor":0.5"#, #"0.4,"call":"discard""#,
      #"1,"call":"beginDrag","surface":"preview""#, #"1.1,"call":"advance""#)

    #expect(found == ["0.4 cancelled #1"])
  }

  @Test func drainAsksForEveryChangeAtOnce() throws {
    let found = try events(
      #"0,"call":"delete","index":2"#, #"0.1,"call":"delete","index":1,"fails":true"#,
      #"0.2,"call":"drain""#)

    #expect(
      found == [
        "0.2 committed #1 delete 2", "0.2 success #1 committed 0.2",
        "0.2 failed #2: The owner of the pages could not commit the change (code 1).",
      ])
  }

  @Test func nameStaysOnOneLine() throws {
    #expect(
      try events(#"0,"call":"delete","index":7,"ticket":"a\nb""#)
        == [#"0 rejected delete a\x0Ab: There is no page at index 7 in a list of 3."#])
  }
}
