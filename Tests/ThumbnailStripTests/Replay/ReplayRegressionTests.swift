// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Regressions: scripts whose numbers differed from the rules of the gallery.
struct ReplayRegressionTests {
  private typealias Line = [String: Any]

  /// Runs a script with square pages, 10, 11, 12 and so on, and returns its output.
  private func play(pages count: Int, _ calls: String...) throws -> [Line] {
    let pages = (0..<count).map { "{\"id\":\(10 + $0),\"width\":1,\"height\":1}" }
    let gallery = """
      {"gallery":{"pages":[\(pages.joined(separator: ","))],\
      "viewport":{"preview":[375,600],"strip":[375,66]}}}

      """
    let script = gallery + calls.map { "{\"at\":\($0)}\n" }.joined()
    let workspace = try Workspace()
    let outcome = try workspace.program.run("replay", "-", input: script)
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    return try jsonLines(outcome.output)
  }

  private func events(_ name: String, in lines: [Line]) -> [Line] {
    lines.filter { $0["event"] as? String == name }
  }

  private func frame(in lines: [Line]) throws -> Line {
    try #require(lines.compactMap { $0["frame"] as? Line }.last)
  }

  private func thumbnail(_ id: Int, in lines: [Line]) throws -> (center: Double, width: Double) {
    let cells = try #require(try frame(in: lines)["strip"] as? [Line])
    let cell = try #require(cells.first { $0["id"] as? Int == id })
    let center = try #require(cell["center"] as? [Double])
    let size = try #require(cell["size"] as? [Double])
    return (center[0], size[0])
  }

  @Test func pageInTheMiddleIsDeletedWhileTheEndsMove() throws {
    let lines = try play(
      pages: 3, #"0,"call":"move","index":2,"to":0"#,
      #"0.02,"call":"beginDrag","surface":"preview""#, #"0.05,"call":"drag","translation":300"#,
      #"0.25,"call":"frame""#, #"0.26,"call":"deleteActive""#, #"2,"call":"frame""#)

    let change = try #require(events("activeChanged", in: lines).first)
    #expect(change["from"] as? Int == 10 && change["to"] as? Int == 12)
    #expect(change["at"] as? Double == 0.111528671)
    let deletion = try #require(events("committed", in: lines).last)
    #expect(deletion["deletions"] as? [Int] == [0])
    let cells = try #require(try frame(in: lines)["strip"] as? [Line])
    #expect(cells.map { $0["id"] as? Int } == [10, 11])
  }

  @Test func visiblePageThatAnEditBringsIsAnnounced() throws {
    let lines = try play(
      pages: 4,
      #"0,"call":"batch","requests":[{"call":"delete","index":1},"#
        + #"{"call":"insert","gap":2,"page":{"id":20,"width":1,"height":1}}]"#,
      #"0.5,"call":"frame""#, #"2,"call":"frame""#)

    let announced = events("prefetch", in: lines).compactMap { $0["pages"] as? [Int] }
    let cancelled = events("cancelPrefetch", in: lines).compactMap { $0["pages"] as? [Int] }
    #expect(announced.joined().sorted() == [10, 11, 12, 13, 20])
    #expect(Array(cancelled.joined()) == [11])
  }

  @Test func cancelIsRefusedOnceTheOwnerIsAsked() throws {
    let lines = try play(
      pages: 3, #"0,"call":"delete","index":0,"asyncFor":1,"ticket":"a""#,
      #"0.5,"call":"cancel","ticket":"a""#, #"3,"call":"frame""#)

    #expect(events("rejected", in: lines).count == 1)
    #expect(events("cancelled", in: lines).isEmpty)
    #expect(events("committed", in: lines).map { $0["at"] as? Double } == [1.3])
    #expect(events("success", in: lines).map { $0["at"] as? Double } == [1.3])
    let cells = try #require(try frame(in: lines)["strip"] as? [Line])
    #expect(cells.map { $0["id"] as? Int } == [11, 12])
  }

  @Test func discardedChangeIsNotAnswered() throws {
    let lines = try play(
      pages: 3, #"0,"call":"delete","index":0,"asyncFor":0.5"#, #"0.4,"call":"discard""#,
      #"1,"call":"beginDrag","surface":"preview""#, #"2,"call":"frame""#)

    #expect(events("clockWentBackwards", in: lines).isEmpty)
    #expect(events("cancelled", in: lines).map { $0["at"] as? Double } == [0.4])
    #expect(events("committed", in: lines).isEmpty)
  }

  @Test func openingsOfAJumpCloseOnce() throws {
    let lines = try play(
      pages: 4, #"0,"call":"goTo","index":3"#, #"0.37,"call":"beginDrag","surface":"strip""#,
      #"0.38,"call":"cancelDrag""#, #"0.4,"call":"frame""#)

    #expect(abs(try thumbnail(13, in: lines).width - 56.0394) < 5e-5)
    #expect(abs(try thumbnail(10, in: lines).center - 57.9987) < 5e-5)
  }

  @Test func touchIsTakenWhileAllPagesGoAway() throws {
    let deletion = #"0,"call":"delete","index":0,"fails":true,"asyncFor":1"#
    let touch = #"0.05,"call":"beginDrag","surface":"preview""#
    let move = #"0.1,"call":"drag","translation":100"#
    let lines = try play(pages: 1, deletion, touch, move, #"0.1,"call":"frame""#)
    let later = try play(
      pages: 1, deletion, touch, move, #"3,"call":"drag","translation":200"#, #"3,"call":"frame""#)

    let position = try #require(try frame(in: lines)["position"] as? Double)
    #expect(abs(position + 0.127907) < 5e-7)
    #expect(events("rejected", in: lines).isEmpty)
    let last = try #require(try frame(in: later)["position"] as? Double)
    let expected: Double = 1 / (0.55 * 200 / 375 + 1) - 1
    #expect(abs(last - expected) < 1e-12)
  }
}
