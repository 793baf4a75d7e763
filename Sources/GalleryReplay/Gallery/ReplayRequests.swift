// SPDX-License-Identifier: Apache-2.0

package import GalleryModel

/// The requests of a replay: their names and the owner's answers to them.
package struct ReplayRequests {
  /// A pending request.
  private struct Request {
    let name: String
    let call: ScriptCall.Name
    let fails: Bool
    let delay: ReplayTime
  }

  private var open: [UpdateTicket: Request] = [:]

  /// The tickets of all requests so far by name; `nil` for a request that never reached the queue.
  private var tickets: [String: UpdateTicket?] = [:]

  /// Whether all requests have ended.
  package var isEmpty: Bool { open.isEmpty }

  /// Checks the request names in a call.
  package func check(_ action: ScriptCall.Action) throws(ScriptMistake) {
    switch action {
    case .request(let request):
      guard let name = request.ticket, tickets[name] != nil else { return }
      throw ScriptMistake("ticket must be a new name, but \"\(name.clipped)\" stands above.")
    case .cancel(let name):
      guard tickets[name] == nil else { return }
      throw ScriptMistake(
        "ticket must be the name of a request above, but \"\(name.clipped)\" is none.")
    default: return
    }
  }

  /// Adds a request and returns its name: the given one, or "#3" for the third request of the
  /// script.
  ///
  /// A request without a ticket has already ended.
  package mutating func add(
    _ request: ScriptRequest, of call: ScriptCall.Name, _ ticket: UpdateTicket?
  ) -> String {
    let name = request.ticket ?? "#\(tickets.count + 1)"
    tickets[name] = .some(ticket)
    guard let ticket else { return name }
    open[ticket] = Request(name: name, call: call, fails: request.fails, delay: request.delay)
    return name
  }

  /// Ends a request and returns the event to print.
  package mutating func end(
    _ ticket: UpdateTicket, _ outcome: UpdateOutcome, at time: Duration
  ) -> ReplayEvent? {
    guard let request = open.removeValue(forKey: ticket) else { return nil }
    guard case .rejected(let error) = outcome else {
      return .completed(ticket: request.name, outcome, at: time)
    }
    return .rejected(
      ReplayRefusal(
        call: request.call, ticket: request.name, reason: error.description,
        isMistake: error.isMistake, time: time))
  }
}

extension UpdateError {
  /// Whether a request refused for this reason could never succeed.
  fileprivate var isMistake: Bool {
    switch self {
    case .queueFull, .sourceFailed, .sourceInconsistent: false
    case .indexOutOfRange, .gapOutOfRange, .destinationOutOfRange, .repeatedIndex,
      .repeatedDestination, .unknownPage, .duplicateID, .invalidContentVersion, .tooManyPages:
      true
    }
  }
}

// MARK: - Lookup

extension ReplayRequests {
  /// Returns the ticket of the request with a name, `nil` if it never reached the queue.
  package func ticket(named name: String) -> UpdateTicket? { tickets[name] ?? nil }

  /// Returns the names of the pending requests among the tickets.
  package func names(of tickets: [UpdateTicket]) -> [String] {
    tickets.compactMap { open[$0]?.name }
  }

  /// Returns the owner's answer to a change made of the given requests.
  package func answer(to tickets: [UpdateTicket]) -> CommitAnswer {
    tickets.contains { open[$0]?.fails == true } ? .failure(.sourceFailed(code: 1)) : .success
  }

  /// Returns the delay of that answer: the longest delay of the requests.
  package func delay(of tickets: [UpdateTicket]) -> Duration {
    (tickets.compactMap { open[$0]?.delay }.max() ?? .zero).duration
  }
}
