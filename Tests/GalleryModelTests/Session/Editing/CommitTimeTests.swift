// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import Testing

struct CommitTimeTests {
  /// A replacement has no delay: the host is called at the moment at which the change before it
  /// ends, which is a call of the host.
  @Test func changeAfterAChangeIsMadeAtItsTime() throws {
    let example = GalleryExample()
    var source = ArraySource(pages: example.pages)
    var session = try example.session()
    session.enqueue(.delete(.index(5)), at: .zero)
    session.enqueue(.replace(.index(0), with: nil), at: .milliseconds(100))

    let times = try session.advance(to: .seconds(10), source: &source).compactMap { event in
      if case .committed(_, _, let time) = event { time } else { nil }
    }

    #expect(times == [.milliseconds(300), .milliseconds(300)])
  }

  @Test func advanceStopsAtAQuestionThatCameUpInACall() throws {
    var session = try GalleryExample().session()
    session.enqueue(.delete(.index(5)), at: .zero)
    session.enqueue(.replace(.index(0), with: nil), at: .milliseconds(100))
    _ = session.advance(to: .seconds(1))
    let id = try #require(session.waitingTransaction)
    session.resolveCommit(id, .success, at: session.time)

    _ = session.advance(to: .seconds(1))
    #expect(session.time == .milliseconds(300))
    _ = session.advance(to: .seconds(1))
    #expect(session.time == .seconds(1))
  }
}
