// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import Testing

struct WaitingTicketsTests {
  /// A gallery at rest starts with the first request alone.
  @Test func waitingChangeNamesItsRequests() throws {
    var session = try GalleryExample().session()
    let first = session.enqueue(.delete(.index(0)), at: .zero)
    let second = session.enqueue(.delete(.index(1)), at: .milliseconds(1))
    let third = session.enqueue(.delete(.index(2)), at: .milliseconds(1))

    #expect(session.waitingTickets == [])
    _ = session.advance(to: .seconds(1))
    #expect(session.waitingTickets == [first])

    let id = try #require(session.waitingTransaction)
    session.resolveCommit(id, .success, at: session.time)
    #expect(session.waitingTickets == [])
    _ = session.advance(to: .seconds(2))
    #expect(session.waitingTickets == [second, third])
  }
}
