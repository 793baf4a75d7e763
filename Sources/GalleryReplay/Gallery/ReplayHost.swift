// SPDX-License-Identifier: Apache-2.0

package import GalleryModel

/// The host of a gallery in a replay: makes the calls of a script and acts as the owner of the
/// pages.
///
/// The owner's answers are delivered at their exact times, before any call with the same time.
package struct ReplayHost {
  private struct PendingAnswer {
    let transaction: GalleryTransactionID
    let answer: CommitAnswer
    let time: Duration
  }

  package private(set) var session: GallerySession
  private var requests = ReplayRequests()
  private var pendingAnswer: PendingAnswer?

  /// The names of the requests in the last change that the owner was asked to commit.
  private var committing: [String] = []

  /// The queue's refusal of the request made by the last call, `nil` if the queue accepted it.
  package private(set) var rejection: ReplayRefusal?

  private var frame = GalleryFrame()

  package init(_ session: GallerySession) { self.session = session }

  /// Makes a call and prints all events up to its time.
  package mutating func perform(
    _ call: ScriptCall, printer: inout ReplayPrinter
  ) throws(ScriptMistake) {
    let refusal = try play(call, &printer)
    if let refusal { printer.print(.rejected(refusal)) }
    guard case .frame = call.action else { return }
    session.frame(at: call.time.duration, into: &frame)
    printer.print(frame)
  }

  /// Makes a call, prints the events up to its time, and returns why the gallery refused it.
  ///
  /// A refusal by the queue is printed with the other events and is available as ``rejection``.
  package mutating func play(
    _ call: ScriptCall, _ printer: inout ReplayPrinter
  ) throws(ScriptMistake) -> ReplayRefusal? {
    try requests.check(call.action)
    let time = call.time.duration
    // A call advances the gallery to its time, which would skip earlier answers.
    if !requests.isEmpty { letTimePass(to: time, &printer) }
    rejection = nil
    let refusal = make(call)
    forgetAnswer()
    letTimePass(to: time, &printer)
    return refusal
  }
}

// MARK: - Time

extension ReplayHost {
  /// Advances the time and prints what happens.
  package mutating func letTimePass(to time: Duration, _ printer: inout ReplayPrinter) {
    repeat {
      for event in session.advance(to: min(time, pendingAnswer?.time ?? time)) {
        if let event = handle(event) { printer.print(event) }
      }
    } while giveAnswer() || session.time < time
  }

  /// Whether nothing moves, no answer is pending and no request is open.
  package var isResting: Bool {
    requests.isEmpty && pendingAnswer == nil && !session.isAnimating(at: session.time)
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

  /// Records an event and returns the event to print, `nil` for none.
  private mutating func handle(_ event: GalleryEvent) -> ReplayEvent? {
    switch event {
    case .commitRequested(let transaction, _, let time):
      let tickets = session.waitingTickets
      committing = requests.names(of: tickets)
      pendingAnswer = PendingAnswer(
        transaction: transaction, answer: requests.answer(to: tickets),
        time: time + requests.delay(of: tickets))
      return nil
    case .committed(_, let changeset, let time):
      return .committed(tickets: committing, changeset, at: time)
    case .completed(let ticket, let outcome, let time):
      let end = requests.end(ticket, outcome, at: time)
      if case .rejected(let refusal) = end { rejection = refusal }
      return end
    case .activeChanged, .clockWentBackwards, .sourceInconsistent, .prefetch, .cancelPrefetch:
      return .gallery(event)
    }
  }
}

// MARK: - Calls

extension ReplayHost {
  /// Makes a call and returns why the gallery refused it.
  ///
  /// A refusal by the queue is reported as an event, with the other events.
  private mutating func make(_ call: ScriptCall) -> ReplayRefusal? {
    do {
      switch call.action {
      case .request(let request): return make(request, call)
      case .cancel(let name): return cancel(name, call)
      default: try session.perform(call.action, at: call.time.duration)
      }
    } catch {
      return ReplayRefusal(call, reason: "\(error)", isMistake: true)
    }
    return nil
  }

  private mutating func make(_ request: ScriptRequest, _ call: ScriptCall) -> ReplayRefusal? {
    var (ticket, reason) = (UpdateTicket?.none, "No page will be left to delete.")
    var isMistake = false
    do throws(PageShapeError) {
      ticket = try session.enqueue(request.content, at: call.time.duration)
    } catch {
      reason = error.description
      isMistake = true
    }
    let name = requests.add(request, of: call.name, ticket)
    return ticket == nil
      ? ReplayRefusal(call, ticket: name, reason: reason, isMistake: isMistake) : nil
  }

  private mutating func cancel(_ name: String, _ call: ScriptCall) -> ReplayRefusal? {
    let ticket = requests.ticket(named: name)
    let isCancelled = ticket.map { session.cancel($0, at: call.time.duration) } ?? false
    return isCancelled
      ? nil
      : ReplayRefusal(
        call, ticket: name, reason: "It is too late to take the request back.", isMistake: false)
  }
}

extension ReplayRefusal {
  fileprivate init(_ call: ScriptCall, ticket: String? = nil, reason: String, isMistake: Bool) {
    self.init(
      call: call.name, ticket: ticket, reason: reason, isMistake: isMistake,
      time: call.time.duration)
  }
}

extension GallerySession {
  /// Makes a call that involves no request names.
  ///
  /// Calls that only advance the time are left to `advance`.
  fileprivate mutating func perform(_ action: ScriptCall.Action, at time: Duration) throws {
    switch action {
    case .frame, .advance, .request, .cancel: break
    case .beginDrag(let surface): beginDrag(surface, at: time)
    case .drag(let translation): try drag(translation: translation, at: time)
    case .endDrag(let velocity): try endDrag(velocity: velocity, at: time)
    case .cancelDrag: cancelDrag(at: time)
    case .goToIndex(let index, let isAnimated):
      try goTo(index: index, animated: isAnimated, at: time)
    case .goToPage(let page, let isAnimated): try goTo(page: page, animated: isAnimated, at: time)
    case .setViewport(let viewport): try setViewport(viewport, at: time)
    case .setSize(let size, let page): try setSize(PageShape(size), of: page, at: time)
    case .drain: drain(at: time)
    case .discard: discard(at: time)
    }
  }
}
