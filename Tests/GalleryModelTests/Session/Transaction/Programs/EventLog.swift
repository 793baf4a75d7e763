// SPDX-License-Identifier: Apache-2.0

@testable import GalleryModel

/// A record of all events of a session, which checks their consistency.
struct EventLog {
  /// The active page according to the events.
  private(set) var active: PageID?

  /// The ends of all requests.
  private(set) var ends: [UpdateTicket: UpdateOutcome] = [:]

  /// The requests whose changes the host has made.
  var committed: Set<UpdateTicket> = []

  private(set) var events: [GalleryEvent] = []

  /// The pages that were announced for prefetching and not cancelled.
  private(set) var wanted: Set<PageID> = []

  private let found = FirstViolation()

  /// The first violation.
  var violation: String? { found.reason }

  private var asked: GalleryTransactionID?
  private var latest = Duration.zero

  init(active: PageID?) { self.active = active }

  mutating func note(_ events: [GalleryEvent]) {
    self.events += events
    for event in events { note(event) }
  }

  private mutating func note(_ event: GalleryEvent) {
    switch event {
    case .activeChanged(let from, let to, let time):
      expect(from == active, "\(event) after \(String(describing: active))")
      expect(from != to, "\(event) changes nothing")
      active = to
      pass(event, at: time)
    case .commitRequested(let id, let changeset, let time):
      expect(!changeset.isEmpty, "\(event) asks for nothing")
      asked = id
      pass(event, at: time)
    case .committed(let id, _, let time):
      expect(id == asked, "\(event) was not asked for")
      asked = nil
      pass(event, at: time)
    case .completed(let ticket, let outcome, let time):
      end(ticket, outcome, at: time)
      pass(event, at: time)
    case .sourceInconsistent(let time), .clockWentBackwards(_, let time): pass(event, at: time)
    case .prefetch(let pages, _):
      expect(wanted.isDisjoint(with: pages), "\(event) is known")
      wanted.formUnion(pages)
    case .cancelPrefetch(let pages, _):
      expect(wanted.isSuperset(of: pages), "\(event) was not announced")
      wanted.subtract(pages)
    }
  }

  private mutating func end(_ ticket: UpdateTicket, _ outcome: UpdateOutcome, at time: Duration) {
    expect(ends[ticket] == nil, "request \(ticket) ended twice")
    ends[ticket] = outcome
    switch outcome {
    case .success(let commitTime):
      expect(commitTime <= time, "request \(ticket) ended before its commit")
    case .superseded, .cancelledOut: break
    case .failed(.sourceInconsistent): break
    case .failed, .cancelled, .alreadyRemoved, .dependencyFailed, .rejected:
      expect(!committed.contains(ticket), "request \(ticket) was made, but \(outcome)")
    }
  }

  private mutating func pass(_ event: GalleryEvent, at time: Duration) {
    expect(time >= latest, "\(event) comes after \(latest)")
    latest = time
  }

  private func expect(_ condition: Bool, _ reason: @autoclosure () -> String) {
    found.expect(condition, reason)
  }
}
