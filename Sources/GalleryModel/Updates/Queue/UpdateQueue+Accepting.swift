// SPDX-License-Identifier: Apache-2.0

extension UpdateQueue {
  /// The immediate result of a request.
  struct Acceptance: Hashable, Sendable {
    var ticket: UpdateTicket

    /// The outcome of the request, `nil` if it waits.
    var outcome: UpdateOutcome?
  }

  /// Accepts or rejects a request.
  ///
  /// A rejected request has no effect except that it uses a number.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - isAlone: Whether the request runs in a transaction of its own.
  ///   - time: The commit time of a request that changes nothing.
  ///   - order: The present pages.
  /// - Returns: The ticket, and the outcome if the request does not wait.
  mutating func accept(
    _ request: UpdateRequest, alone isAlone: Bool = false, at time: Duration,
    in order: some PageOrder
  ) -> Acceptance {
    lastNumber += 1
    let ticket = UpdateTicket(number: lastNumber)
    do throws(UpdateError) {
      let outcome = try add(request, ticket, at: time, in: order)
      if outcome == nil, let last = requests.indices.last { requests[last].isAlone = isAlone }
      return Acceptance(ticket: ticket, outcome: outcome)
    } catch {
      return Acceptance(ticket: ticket, outcome: .rejected(error))
    }
  }

  private mutating func add(
    _ request: UpdateRequest, _ ticket: UpdateTicket, at time: Duration, in order: some PageOrder
  ) throws(UpdateError) -> UpdateOutcome? {
    let limit = max(1, configuration.hardLimit)
    guard waitingCount < limit else { throw .queueFull(limit: limit) }
    switch request {
    case .edit(let edit):
      switch try merged.apply(edit, number: ticket.number, in: order) {
      case .applied(let pending): append([pending], ticket)
      case .alreadyRemoved: return .alreadyRemoved
      case .unchanged: return .success(commitTime: time)
      }
    case .batch(let edits):
      return try add(edits, ticket, at: time, in: order)
    }
    return nil
  }

  private mutating func add(
    _ edits: [PageEdit], _ ticket: UpdateTicket, at time: Duration, in order: some PageOrder
  ) throws(UpdateError) -> UpdateOutcome? {
    var changed = merged
    var pending: [PendingEdit] = []
    var removedCount = 0
    for edit in edits {
      switch try changed.apply(edit, number: ticket.number, in: order) {
      case .applied(let edit): pending.append(edit)
      case .alreadyRemoved: removedCount += 1
      case .unchanged: break
      }
    }
    if pending.isEmpty {
      let isRemoved = removedCount > 0 && removedCount == edits.count
      return isRemoved ? .alreadyRemoved : .success(commitTime: time)
    }
    merged = changed
    append(pending, ticket)
    return nil
  }

  private mutating func append(_ edits: [PendingEdit], _ ticket: UpdateTicket) {
    requests.append(PendingRequest(ticket: ticket, edits: edits))
    updateHurry()
  }
}
