// SPDX-License-Identifier: Apache-2.0

@testable import GalleryModel

/// A plain model of the queue, which follows the queue of a session.
struct ExpectedQueue {
  private var plain: PlainQueueModel
  private var running: GalleryTransactionID?
  private(set) var ends: [UInt64: UpdateOutcome] = [:]

  init(_ session: GallerySession) {
    plain = Self.model(of: session)
  }

  private static func model(of session: GallerySession) -> PlainQueueModel {
    let updates = session.configuration.updates
    return PlainQueueModel(
      (0..<session.count).map { session.pages.page(at: $0) },
      isSerial: updates.policy == .serial, hardLimit: max(1, updates.hardLimit))
  }

  private mutating func note(_ ended: [UpdateCompletion]) {
    for completion in ended { ends[completion.ticket.number] = completion.outcome }
  }

  /// Makes the steps that the queue has made automatically.
  ///
  /// A change begins and ends automatically, but needs an answer of the host in between.
  mutating func follow(_ session: GallerySession) {
    let current = session.transaction?.id
    if plain.phase == .ending, running != current { note(plain.finish()) }
    if plain.phase == .idle, current != nil || session.queue.isEmpty { note(plain.begin()) }
    running = current
  }

  mutating func accept(_ request: UpdateRequest, _ ticket: UpdateTicket) {
    guard let outcome = plain.accept(request, number: ticket.number) else { return }
    ends[ticket.number] = outcome
  }

  mutating func cancel(_ ticket: UpdateTicket, _ session: GallerySession) {
    let isRunning = session.transaction?.leadsToNewOrder ?? false
    let isStoppable = isRunning && session.waitingTransaction == nil
    if case .done(let ended) = plain.cancel(ticket.number, isStoppable: isStoppable) {
      note(ended)
    }
  }

  mutating func answer(_ error: UpdateError?) {
    if let error { plain.fail(error) } else { plain.commit() }
  }

  mutating func discard() { note(plain.end(.cancelled)) }

  mutating func lose(_ session: GallerySession) {
    let number = ends
    note(plain.end(.failed(.sourceInconsistent)))
    for (ticket, outcome) in ends where number[ticket] == nil {
      if case .success = outcome { ends[ticket] = .failed(.sourceInconsistent) }
    }
    plain = Self.model(of: session)
  }

  /// Returns the difference from the queue of a session, `nil` if there is none.
  func difference(from session: GallerySession) -> String? {
    guard session.pageIDs == plain.presented.map(\.page) else {
      return "order \(session.pageIDs) instead of \(plain.presented.map(\.page))"
    }
    let logical = plain.logical.map(\.page)
    let found = logical.indices.map { session.logicalPage(at: $0) }
    guard session.logicalCount == logical.count, found == logical else {
      return "logical order \(found) instead of \(logical)"
    }
    let indexes = logical.map { session.logicalIndex(of: $0) }
    guard indexes == Array(logical.indices) else { return "logical indexes \(indexes)" }
    guard session.queue.requests.map(\.ticket.number) == plain.requests else { return "requests" }
    return nil
  }

  /// Returns a request with a different outcome, `nil` if there is none.
  func difference(from ends: [UpdateTicket: UpdateOutcome]) -> String? {
    for (ticket, outcome) in ends {
      switch (outcome, self.ends[ticket.number]) {
      case (.success, .success): break
      case (let found, let expected) where found == expected: break
      case (_, let expected): return "\(ticket): \(outcome) instead of \(expected as Any)"
      }
    }
    return nil
  }
}
