// SPDX-License-Identifier: Apache-2.0

import GalleryModel

extension SharedGallery {
  /// Advances to a time: everything due is handled at its own exact time.
  ///
  /// - Parameter time: The time.
  /// - Returns: The outputs since the last call, in order.
  public mutating func advance(to time: Duration) -> [SharedGalleryOutput] {
    takeOutputs(at: time).outputs
  }

  /// Advances to a time like ``advance(to:)``, and tells the changes of others apart.
  ///
  /// - Parameter time: The time.
  /// - Returns: The outputs since the last call, in order, and the transactions among them with which
  ///   the session has adopted changes that others have made.
  package mutating func takeOutputs(
    at time: Duration
  ) -> (outputs: [SharedGalleryOutput], adoptions: [GalleryTransactionID]) {
    pass(to: time)
    defer { (outputs, adoptions) = ([], []) }
    return (outputs, adoptions)
  }

  /// Returns the next time at which something ends, the active page changes, or the source is
  /// called again.
  ///
  /// - Returns: A time, `nil` if nothing will happen without an input.
  public func nextBoundary() -> Duration? {
    guard case .waiting(let attempt, _) = connection else { return session.nextBoundary() }
    return session.nextBoundary().map { min($0, attempt) } ?? attempt
  }

  /// Cancels pending edits and makes no more requests.
  ///
  /// A change that was already passed to the source is not revoked, but it is not repeated either:
  /// all further responses are ignored.
  ///
  /// - Parameter time: The time of the call.
  public mutating func close(at time: Duration) {
    guard !isClosed else { return }
    let now = enter(at: time)
    isClosed = true
    forgetRequests()
    session.discard(at: now)
    pass(to: now)
    stopListening()
  }

  /// Waits for no more responses.
  private mutating func forgetRequests() {
    (edit, refreshing) = (nil, nil)
    (shared.isAsking, shared.isRefreshing) = (false, false)
  }

  /// Handles everything due before a call.
  ///
  /// - Parameter time: The time of the call.
  /// - Returns: The time at which the call takes effect.
  mutating func enter(at time: Duration) -> Duration {
    pass(to: time)
    return max(time, session.time)
  }

  /// Handles everything due up to a time.
  mutating func pass(to time: Duration) {
    var now = time
    repeat {
      passSession(to: &now)
      // First the shape, because changes of others are based on the pages of the session.
    } while correctShape(at: now) || takeOverChanges(at: now)
    reconnect(at: now)
  }

  /// Advances the session until it has no more events.
  ///
  /// - Parameter time: The time, replaced by that of the session if it is later: the session reports
  ///   a time in the past only once.
  private mutating func passSession(to time: inout Duration) {
    var events: [GalleryEvent]
    repeat {
      events = session.advance(to: time)
      time = max(time, session.time)
      for event in events { handle(event) }
      // Answers that were given in the meantime take effect immediately.
    } while !events.isEmpty || session.time < time
  }

  private mutating func handle(_ event: GalleryEvent) {
    switch event {
    case .commitRequested(let transaction, let changeset, _): ask(for: changeset, transaction)
    case .completed(let ticket, let outcome, _): end(ticket, outcome)
    case .committed(_, let changeset, _): tell(changeset)
    case .sourceInconsistent: tellPages()
    default: break
    }
    outputs.append(.event(event))
  }

  /// Records the end of a request.
  private mutating func end(_ ticket: UpdateTicket, _ outcome: UpdateOutcome) {
    if ticket == shared.takeover?.ticket { return endTakeover(outcome) }
    shared.endRequest()
    rotations.removeAll { $0.ticket == ticket }
  }
}

// MARK: - Changes of the visible pages

extension SharedGallery {
  private mutating func tell(_ changeset: Changeset) {
    pagesVersion += 1
    outputs.append(.pagesChanged(.edited(changeset, version: pagesVersion)))
  }

  /// Reports the complete pages, after a change that is not based on the previous ones.
  private mutating func tellPages() {
    pagesVersion += 1
    outputs.append(.pagesChanged(.reset(pages)))
  }

  mutating func tellShape(of page: PageID) {
    guard let page = session.page(page) else { return }
    pagesVersion += 1
    outputs.append(.pagesChanged(.reshaped(page, version: pagesVersion)))
  }
}
