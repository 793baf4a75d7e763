// SPDX-License-Identifier: Apache-2.0

public import GalleryModel

extension SharedGallery {
  /// Accepts a request to change the pages.
  ///
  /// The source is asked at the moment at which the change becomes visible.
  ///
  /// - Parameters:
  ///   - request: The edits to make.
  ///   - time: The time of the call.
  /// - Returns: The ticket, with which the event `completed` reports the outcome; `nil` if the
  ///   gallery is closed.
  @discardableResult
  public mutating func enqueue(_ request: UpdateRequest, at time: Duration) -> UpdateTicket? {
    accept(at: time) { session, now in session.enqueue(request, at: now) }
  }

  /// Deletes the active page; two calls in quick succession delete two pages.
  ///
  /// - Parameter time: The time of the call.
  /// - Returns: The ticket, `nil` if there is no page to delete, or the gallery is closed.
  @discardableResult
  public mutating func deleteActive(at time: Duration) -> UpdateTicket? {
    accept(at: time) { session, now in session.deleteActive(at: now) }
  }

  /// Rotates a page through its source, in a change of its own.
  ///
  /// Rotations are relative: pending rotations of the same page are applied one after the other.
  ///
  /// - Parameters:
  ///   - page: The identifier of the page.
  ///   - turns: The turns to add to the rotation of the page.
  ///   - time: The time of the call.
  /// - Returns: The ticket, `nil` for zero turns, or if the gallery is closed.
  @discardableResult
  public mutating func rotate(
    _ page: PageID, by turns: QuarterTurns, at time: Duration
  ) -> UpdateTicket? {
    guard turns != .none else { return nil }
    let now = enter(at: time)
    // A rotation that the source has not applied yet precedes this one.
    var waiting = turns
    for (_, other) in rotations where other.page == page { waiting = waiting + other.turns }
    return accept(at: now, PageRotation(page: page, turns: turns)) { session, now in
      let size = session.page(page)?.size?.turned(by: waiting)
      return session.enqueue(.replace(.id(page), with: size), alone: true, at: now)
    }
  }

  /// Cancels a request, unless the source has already been asked for it.
  ///
  /// - Parameters:
  ///   - ticket: The ticket of the request.
  ///   - time: The time of the call.
  /// - Returns: `false` if the request has ended, or cannot be cancelled any more.
  @discardableResult
  public mutating func cancel(_ ticket: UpdateTicket, at time: Duration) -> Bool {
    let now = enter(at: time)
    guard ticket != shared.takeover?.ticket, !session.waitingTickets.contains(ticket) else {
      return false
    }
    defer { pass(to: now) }
    return session.cancel(ticket, at: now)
  }

  /// Has the session accept a request.
  private mutating func accept(
    at time: Duration, _ rotation: PageRotation? = nil,
    _ enqueue: (inout GallerySession, Duration) -> UpdateTicket?
  ) -> UpdateTicket? {
    guard !isClosed else { return nil }
    let now = enter(at: time)
    defer { pass(to: now) }
    guard let ticket = enqueue(&session, now) else { return nil }
    shared.beginRequest()
    if let rotation { rotations.append((ticket, rotation)) }
    return ticket
  }
}
