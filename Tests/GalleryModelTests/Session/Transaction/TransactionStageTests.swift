// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Testing

/// The times at which the stages of a change begin and end.
struct TransactionStageTests {
  struct Case: Sendable, CustomStringConvertible {
    var name: String
    var request: UpdateRequest
    /// The times in milliseconds of the call of the host and of the end.
    var asked: Int
    var ended: Int
    var count = 6
    var description: String { name }
  }

  private static let square = Page(id: 900, size: try? PageShape(aspectRatio: 1))

  static let cases: [Case] = [
    Case(name: "delete", request: .delete(.index(2)), asked: 300, ended: 300),
    Case(name: "insert", request: .insert(square, at: 2), asked: 150, ended: 300),
    Case(name: "move", request: .move(.index(0), to: 3), asked: 300, ended: 300),
    Case(
      name: "replace with another shape", request: .replace(.index(0), with: square.size),
      asked: 0, ended: 150),
    Case(
      name: "replace with the same shape",
      request: .replace(.index(0), with: try? PageShape(aspectRatio: 1.5)), asked: 0, ended: 150),
    Case(
      name: "delete and insert",
      request: .batch([.delete(.index(2)), .insert(square, at: 0, focus: .keep)]),
      asked: 300, ended: 450),
    Case(
      name: "delete and move", request: .batch([.delete(.index(2)), .move(.index(0), to: 3)]),
      asked: 450, ended: 450),
    Case(
      name: "delete all", request: .batch((0..<6).map { .delete(.index($0)) }),
      asked: 150, ended: 150),
    Case(name: "insert into none", request: .insert(square, at: 0), asked: 0, ended: 150, count: 0),
    Case(
      name: "bulk",
      request: .batch((0..<65).map { .insert(Page(id: PageID(1000 + $0)), at: 0) }),
      asked: 0, ended: 0),
    Case(
      name: "almost bulk",
      request: .batch((0..<64).map { .insert(Page(id: PageID(1000 + $0)), at: 0) }),
      asked: 150, ended: 300),
  ]

  @Test(arguments: cases)
  func stagesTakeTheirTimes(test: Case) throws {
    var example = GalleryExample()
    example.aspectRatios = Array(repeating: 1.5, count: test.count)
    var session = try example.session()
    var source = ArraySource(pages: example.pages)
    session.enqueue(test.request, at: .zero)

    let events = try session.advance(to: .seconds(5), source: &source)

    let asked = events.compactMap { event -> Duration? in
      if case .commitRequested(_, _, let time) = event { time } else { nil }
    }
    let ended = events.compactMap { event -> Duration? in
      if case .completed(_, .success, let time) = event { time } else { nil }
    }
    #expect(asked.map(\.roundedMilliseconds) == [test.asked])
    #expect(ended.map(\.roundedMilliseconds) == [test.ended])
    #expect(session.pageIDs == source.pages.map(\.id))
  }

  @Test func timeStopsWhereTheHostIsAsked() throws {
    var session = try GalleryExample().session()
    session.enqueue(.delete(.index(2)), at: .zero)

    let events = session.advance(to: .seconds(10))

    #expect(session.time == .milliseconds(300))
    guard case .commitRequested(let id, _, .milliseconds(300)) = events.withoutPrefetch.last else {
      Issue.record("\(events)")
      return
    }
    let later = session.advance(to: .seconds(10)).withoutPrefetch
    #expect(later == [])
    #expect(session.time == .seconds(10))
    #expect(session.frame(at: .seconds(10)).stage == .waiting)
    let isTaken = session.resolveCommit(id, .success, at: .seconds(10))
    let isTakenTwice = session.resolveCommit(id, .success, at: .seconds(10))
    #expect(isTaken && !isTakenTwice)
    #expect(session.count == 5)
  }

  @Test func manyWaitingRequestsShortenTheStages() throws {
    let example = GalleryExample()
    var session = try example.session()
    var source = ArraySource(pages: example.pages)
    for number: UInt64 in 0..<17 {
      session.enqueue(.insert(Page(id: PageID(1000 + number)), at: 0), at: .zero)
    }

    let events = try session.advance(to: .seconds(5), source: &source)

    let committed = events.compactMap { event -> Duration? in
      if case .committed(_, _, let time) = event { time } else { nil }
    }
    // The first change began alone.
    #expect(committed == [.milliseconds(150), .microseconds(337_500)])
    #expect(session.count == 23)
  }

  @Test func reducedMotionAsksAtOnce() throws {
    var example = GalleryExample()
    example.configuration.reducedMotion = true
    var session = try example.session()
    session.enqueue(.batch([.delete(.index(2)), .move(.index(0), to: 3)]), at: .seconds(1))

    _ = session.advance(to: .seconds(2))

    #expect(session.time == .seconds(1))
  }
}

extension Duration {
  fileprivate var roundedMilliseconds: Int {
    Int((self / .milliseconds(1)).rounded())
  }
}
