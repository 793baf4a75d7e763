// SPDX-License-Identifier: Apache-2.0

package import GalleryModel

/// A gallery driven by a script, and the owner of its pages.
///
/// The owner's answers are delivered at their exact times, before any call with the same time.
package struct ReplayedGallery: ReplayedModel {
  private struct PendingAnswer {
    let transaction: GalleryTransactionID
    let answer: CommitAnswer
    let time: Duration
  }

  /// The gallery's session.
  package private(set) var session: GallerySession
  private var requests = ReplayRequests()
  private var pendingAnswer: PendingAnswer?

  /// The names of the requests in the last change that the owner was asked to commit.
  private var committing: [String] = []

  /// The queue's refusal of a request since the last call, `nil` if there was none.
  package private(set) var rejection: ReplayRefusal?

  /// The events that were not returned yet.
  private var events: [ReplayRecord] = []

  /// The memory of the last frame, which the next one uses again.
  var frame = GalleryFrame()

  /// Creates the gallery of a script.
  package init(_ gallery: ScriptGallery) throws(ScriptMistake) {
    do {
      session = try GallerySession(
        pages: gallery.pages, viewport: gallery.viewport, configuration: gallery.configuration,
        activeIndex: gallery.activeIndex)
    } catch {
      throw ScriptMistake("The \(Self.scriptName) is invalid. \(error)")
    }
  }
}

// MARK: - Time

extension ReplayedGallery {
  mutating func records(until time: Duration) -> [ReplayRecord] {
    letTimePass(to: time)
    defer { events = [] }
    return events
  }

  /// Advances the time without reporting what happens.
  package mutating func advance(to time: Duration) { _ = records(until: time) }

  /// Whether nothing moves, no answer is pending and no request is open.
  package var isResting: Bool {
    requests.isEmpty && pendingAnswer == nil && !session.isAnimating(at: session.time)
  }

  /// Advances the time and collects the events.
  private mutating func letTimePass(to time: Duration) {
    repeat {
      for event in session.advance(to: min(time, pendingAnswer?.time ?? time)) { handle(event) }
    } while giveAnswer() || session.time < time
  }

  /// Discards the answer to a change that was discarded.
  private mutating func forgetAnswer() {
    if pendingAnswer?.transaction != session.waitingTransaction { pendingAnswer = nil }
  }

  /// Delivers the owner's answer if it is due.
  private mutating func giveAnswer() -> Bool {
    guard let pending = pendingAnswer, pending.time <= session.time else { return false }
    pendingAnswer = nil
    session.resolveCommit(pending.transaction, pending.answer, at: pending.time)
    return true
  }

  private mutating func handle(_ event: GalleryEvent) {
    switch event {
    case .commitRequested(let transaction, _, let time):
      let tickets = session.waitingTickets
      committing = requests.names(of: tickets)
      pendingAnswer = PendingAnswer(
        transaction: transaction, answer: requests.answer(to: tickets),
        time: time + requests.delay(of: tickets))
    case .committed(_, let changeset, let time):
      events.append(Self.record(ofCommit: changeset, tickets: committing, at: time))
    case .completed(let ticket, let outcome, let time):
      guard let request = requests.end(ticket) else { return }
      if case .rejected(let error) = outcome {
        rejection = ReplayRefusal(request, error, at: time)
      }
      events.append(Self.record(of: outcome, of: request, at: time))
    case .activeChanged, .clockWentBackwards, .sourceInconsistent, .prefetch, .cancelPrefetch:
      if let record = Self.record(of: event) { events.append(record) }
    }
  }
}

// MARK: - Calls

extension ReplayedGallery {
  /// Makes a call and returns why the gallery refused it.
  ///
  /// A refusal by the queue becomes known when the time advances; see ``rejection``.
  ///
  /// - Throws: A mistake in the name of a request.
  package mutating func perform(_ call: GalleryCall) throws(ScriptMistake) -> ReplayRefusal? {
    try requests.check(call.action)
    // A call advances the gallery to its time, which would skip earlier answers.
    if !requests.isEmpty { letTimePass(to: call.time.duration) }
    rejection = nil
    defer { forgetAnswer() }
    do {
      switch call.action {
      case nil: return nil
      case .call(let make):
        try make(&session, call.time.duration)
        return nil
      case .request(let request): return make(request, call)
      case .cancel(let name): return cancel(name, call)
      }
    } catch {
      return ReplayRefusal(call, reason: "\(error)", isMistake: true)
    }
  }

  /// Makes a request and returns why it did not reach the queue.
  ///
  /// A refusal by the queue is an event and is available as ``rejection``.
  private mutating func make(_ request: ScriptRequest, _ call: GalleryCall) -> ReplayRefusal? {
    var (ticket, reason) = (UpdateTicket?.none, "No page will be left to delete.")
    var isMistake = false
    do throws(PageShapeError) {
      ticket = try session.enqueue(request, at: call.time.duration)
    } catch {
      reason = error.description
      isMistake = true
    }
    let name = requests.add(request, of: call.name, ticket)
    return ticket == nil
      ? ReplayRefusal(call, ticket: name, reason: reason, isMistake: isMistake) : nil
  }

  private mutating func cancel(_ name: String, _ call: GalleryCall) -> ReplayRefusal? {
    let ticket = requests.ticket(named: name)
    let isCancelled = ticket.map { session.cancel($0, at: call.time.duration) } ?? false
    return isCancelled
      ? nil
      : ReplayRefusal(
        call, ticket: name, reason: "It is too late to cancel the request.", isMistake: false)
  }
}
