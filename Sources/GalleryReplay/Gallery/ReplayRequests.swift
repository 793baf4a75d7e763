// SPDX-License-Identifier: Apache-2.0

import GalleryModel

/// The requests of a replay: their names and the owner's answers to them.
struct ReplayRequests {
  /// A pending request.
  struct Request {
    let name: String
    /// The name of the call that made the request.
    let call: String
    fileprivate let fails: Bool
    fileprivate let delay: ReplayTime
  }

  private var open: [UpdateTicket: Request] = [:]

  /// The tickets of all requests so far by name; `nil` for a request that never reached the queue.
  private var tickets: [String: UpdateTicket?] = [:]

  /// Whether all requests have ended.
  var isEmpty: Bool { open.isEmpty }

  /// Checks the request names in a call.
  func check(_ action: GalleryAction?) throws(ScriptMistake) {
    switch action {
    case .request(let request):
      guard let name = request.ticket, tickets[name] != nil else { return }
      throw ScriptMistake("ticket must be unique, but \"\(name.clipped)\" is used above.")
    case .cancel(let name):
      guard tickets[name] == nil else { return }
      throw ScriptMistake(
        "ticket must be the ticket of a request above, but \"\(name.clipped)\" is not.")
    case .call, nil: return
    }
  }

  /// Adds a request and returns its name: the given one, or "#3" for the third request of the
  /// script.
  ///
  /// A request without a ticket has already ended.
  mutating func add(
    _ request: ScriptRequest, of call: String, _ ticket: UpdateTicket?
  ) -> String {
    let name = request.ticket ?? "#\(tickets.count + 1)"
    tickets[name] = .some(ticket)
    guard let ticket else { return name }
    open[ticket] = Request(name: name, call: call, fails: request.fails, delay: request.delay)
    return name
  }

  /// Ends a request and returns it.
  mutating func end(_ ticket: UpdateTicket) -> Request? { open.removeValue(forKey: ticket) }
}

// MARK: - Lookup

extension ReplayRequests {
  /// Returns the ticket of the request with a name, `nil` if it never reached the queue.
  func ticket(named name: String) -> UpdateTicket? { tickets[name] ?? nil }

  /// Returns the names of the pending requests among the tickets.
  func names(of tickets: [UpdateTicket]) -> [String] {
    tickets.compactMap { open[$0]?.name }
  }

  /// Returns the owner's answer to a change made of the given requests.
  func answer(to tickets: [UpdateTicket]) -> CommitAnswer {
    tickets.contains { open[$0]?.fails == true } ? .failure(.sourceFailed(code: 1)) : .success
  }

  /// Returns the delay of that answer: the longest delay of the requests.
  func delay(of tickets: [UpdateTicket]) -> Duration {
    (tickets.compactMap { open[$0]?.delay }.max() ?? .zero).duration
  }
}

// MARK: - Refusals

extension ReplayRefusal {
  /// Creates the refusal of a request by the queue.
  init(_ request: ReplayRequests.Request, _ error: UpdateError, at time: Duration) {
    self.init(
      call: request.call, ticket: request.name, reason: error.description,
      isMistake: error.isMistake, time: time)
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
