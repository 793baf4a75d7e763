// SPDX-License-Identifier: Apache-2.0

extension UpdateQueue {
  /// Cancels a request.
  ///
  /// Requests that refer to a page that it was to insert end with it.
  ///
  /// - Parameters:
  ///   - ticket: The request.
  ///   - isStoppable: Whether a running transaction can still be stopped.
  /// - Returns: The result of the cancellation.
  mutating func cancel(_ ticket: UpdateTicket, isStoppable: Bool) -> UpdateCancellation {
    let place = requests.indices.partitioningIndex { requests[$0].ticket >= ticket }
    guard place < requests.count, requests[place].ticket == ticket else {
      let isRollingBack = ending.contains { $0.ticket == ticket && $0.outcome == .cancelled }
      return isRollingBack ? .rollingBack : .refused
    }
    guard place < runningCount else {
      let ended = withdraw(at: place, outcome: .cancelled)
      updateHurry()
      return .done(ended)
    }
    guard runningCount == 1, isStoppable else { return .refused }
    ending = withdraw(at: place, outcome: .cancelled)
    enter(.ending)
    return .rollsBack
  }

  /// Cancels all requests, including running ones, and finishes a transaction that is ending.
  ///
  /// - Returns: The outcomes of all requests.
  mutating func discard() -> [UpdateCompletion] { endAll(.cancelled) }

  /// Fails all requests because the pages are inconsistent.
  ///
  /// The requests of a committed transaction that has not finished fail too.
  ///
  /// - Parameter error: The error of all requests.
  /// - Returns: The outcomes of all requests.
  mutating func failAll(_ error: UpdateError) -> [UpdateCompletion] {
    for place in ending.indices {
      if case .success = ending[place].outcome { ending[place].outcome = .failed(error) }
    }
    return endAll(.failed(error))
  }

  private mutating func endAll(_ outcome: UpdateOutcome) -> [UpdateCompletion] {
    let ended =
      ending + requests.map { UpdateCompletion(ticket: $0.ticket, outcome: outcome) }
    ending = []
    requests = []
    runningCount = 0
    merged = MergedList()
    enter(.idle)
    return ended
  }

  /// Returns the later requests that depend on a request: directly or indirectly, they refer to a
  /// page that it was to insert.
  private func requestsDepending(onRequestAt place: Int) -> [Int] {
    var missing = PageTable()
    var dependents: [Int] = []
    for index in requests.indices[place...] {
      let edits = requests[index].edits
      guard index == place || edits.contains(where: { missing.contains($0.page) }) else {
        continue
      }
      if index != place { dependents.append(index) }
      for edit in edits where edit.isInsertion { missing.set(edit.page, to: 0) }
      if missing.count == 0 { break }
    }
    return dependents
  }

  /// Removes a request and its dependents, and undoes them.
  mutating func withdraw(at place: Int, outcome: UpdateOutcome) -> [UpdateCompletion] {
    let dependents = requestsDepending(onRequestAt: place)
    var ended = [UpdateCompletion(ticket: requests[place].ticket, outcome: outcome)]
    ended += dependents.map {
      UpdateCompletion(ticket: requests[$0].ticket, outcome: .dependencyFailed)
    }
    for index in dependents.reversed() + [place] {
      undo(requests[index])
      requests.remove(at: index)
    }
    if place < runningCount { runningCount = 0 }
    return ended
  }

  mutating func undo(_ request: PendingRequest) {
    for edit in request.edits.reversed() { merged.undo(edit) }
  }
}
