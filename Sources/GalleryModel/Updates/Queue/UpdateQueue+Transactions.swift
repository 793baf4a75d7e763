// SPDX-License-Identifier: Apache-2.0

extension UpdateQueue {
  /// Begins a transaction with the next requests.
  ///
  /// Requests that change nothing end at once, and the following ones are used.
  ///
  /// - Parameters:
  ///   - time: The commit time of requests that change nothing.
  ///   - order: The present pages.
  ///   - ended: Receives the outcomes of requests that do not run.
  /// - Returns: The transaction, `nil` if no request is waiting or a transaction has not finished.
  mutating func begin(
    at time: Duration, in order: some PageOrder, ended: inout [UpdateCompletion]
  ) -> UpdateTransaction? {
    while phase == .idle, !requests.isEmpty {
      runningCount = nextCount
      ended += removeCancelledOut()
      guard runningCount > 0 else { continue }
      let changeset = makeChangeset(in: order)
      guard changeset.isEmpty else {
        assert((try? changeset.validate(count: order.count)) != nil)
        return run(changeset)
      }
      commit(at: time)
      ended += finish()
    }
    updateHurry()
    return nil
  }

  /// Records that the owner of the pages has made the change.
  ///
  /// - Parameter time: The time of the change.
  mutating func commit(at time: Duration) {
    guard let last = requests.prefix(runningCount).last else { return }
    ending = runningOutcomes(at: time)
    merged.commit(through: last.ticket.number)
    requests.removeFirst(runningCount)
    runningCount = 0
    enter(.ending)
  }

  /// Records that the owner of the pages has not made the change.
  mutating func fail(_ error: UpdateError) {
    guard let last = requests.prefix(runningCount).last else { return }
    if runningCount == 1 {
      ending = withdraw(at: 0, outcome: .failed(error))
    } else {
      lastSerialNumber = last.ticket.number
      runningCount = 0
    }
    enter(.ending)
  }

  /// Finishes a transaction that was committed, failed or cancelled, after its animation.
  ///
  /// - Returns: The outcomes of its requests.
  mutating func finish() -> [UpdateCompletion] {
    guard phase == .ending else { return [] }
    let ended = ending
    ending = []
    enter(.idle)
    return ended
  }

  /// The number of requests in the next transaction.
  private var nextCount: Int {
    guard let first = requests.first, configuration.policy == .coalesce,
      first.ticket.number > lastSerialNumber
    else { return 1 }
    let limit = min(requests.count, Self.largestTransaction)
    return max(1, requests.prefix(limit).firstIndex { $0.isAlone } ?? limit)
  }

  private mutating func run(_ changeset: Changeset) -> UpdateTransaction {
    let running = requests.prefix(runningCount)
    var focus: PageID?
    for edit in running.lazy.flatMap({ $0.edits }) {
      guard focus == nil, case .insert(let id, .inserted) = edit else { continue }
      if changeset.insertions.contains(where: { $0.page.id == id }) { focus = id }
    }
    let tickets = running.map { $0.ticket }
    updateHurry()
    let scale = durationScale
    enter(.running)
    return UpdateTransaction(
      changeset: changeset, tickets: tickets, focus: focus, durationScale: scale)
  }
}
