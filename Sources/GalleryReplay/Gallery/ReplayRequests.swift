// SPDX-License-Identifier: Apache-2.0

package import GalleryModel

/// The requests of a replay: their names, and what the owner of the pages makes of them.
package struct ReplayRequests {
  /// A request that has not ended.
  private struct Request {
    let name: String
    let call: ScriptCall.Name
    let fails: Bool
    let delay: ReplayTime
  }

  private var open: [UpdateTicket: Request] = [:]

  /// The names of all requests so far; one that never came to the queue has no ticket.
  private var tickets: [String: UpdateTicket?] = [:]

  /// Whether all requests have ended.
  package var isEmpty: Bool { open.isEmpty }

  /// Checks the names of a call.
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

  /// Notes a request and returns its name: its own one, or "#3" for the third one of the script.
  ///
  /// Without a ticket it has ended already.
  package mutating func add(
    _ request: ScriptRequest, of call: ScriptCall.Name, _ ticket: UpdateTicket?
  ) -> String {
    let name = request.ticket ?? "#\(tickets.count + 1)"
    tickets[name] = .some(ticket)
    guard let ticket else { return name }
    open[ticket] = Request(name: name, call: call, fails: request.fails, delay: request.delay)
    return name
  }

  /// Notes that a request has ended, and returns what is told of that.
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
  /// Whether a request that is refused for it could never have been made.
  fileprivate var isMistake: Bool {
    switch self {
    case .queueFull, .sourceFailed, .sourceInconsistent: false
    case .indexOutOfRange, .gapOutOfRange, .destinationOutOfRange, .repeatedIndex,
      .repeatedDestination, .unknownPage, .duplicateID, .invalidContentVersion, .tooManyPages:
      true
    }
  }
}

// MARK: - Looking up

extension ReplayRequests {
  /// Returns the ticket of a name, `nil` if the request never came to the queue.
  package func ticket(named name: String) -> UpdateTicket? { tickets[name] ?? nil }

  /// Returns the names of requests that have not ended.
  package func names(of tickets: [UpdateTicket]) -> [String] {
    tickets.compactMap { open[$0]?.name }
  }

  /// Returns the answer to the question whether a change of some requests can be made.
  package func answer(to tickets: [UpdateTicket]) -> CommitAnswer {
    tickets.contains { open[$0]?.fails == true } ? .failure(.sourceFailed(code: 1)) : .success
  }

  /// Returns how long the answer to that question takes: as long as that to the slowest request.
  package func delay(of tickets: [UpdateTicket]) -> Duration {
    (tickets.compactMap { open[$0]?.delay }.max() ?? .zero).duration
  }
}
