// SPDX-License-Identifier: Apache-2.0

extension UpdateQueue {
  /// Removes the running requests that only refer to pages which these requests insert and delete.
  ///
  /// Such a page stays in the transaction if a request with other edits refers to it: if that
  /// request failed later, the page would have to exist.
  ///
  /// - Returns: The outcomes of the removed requests.
  mutating func removeCancelledOut() -> [UpdateCompletion] {
    let running = requests.prefix(runningCount)
    guard let last = running.last?.ticket.number,
      running.contains(where: { isPure($0, through: last, kept: PageTable()) })
    else { return [] }
    let kept = pagesThatStay(in: running, through: last)
    let removed = running.filter { isPure($0, through: last, kept: kept) }
    let others = running.filter { !isPure($0, through: last, kept: kept) }
    for request in removed.reversed() { undo(request) }
    requests.replaceSubrange(..<runningCount, with: others)
    runningCount = others.count
    return removed.map { UpdateCompletion(ticket: $0.ticket, outcome: .cancelledOut) }
  }

  /// Returns whether all pages of a request are inserted and deleted again, and none of them must
  /// be kept.
  private func isPure(_ request: PendingRequest, through number: UInt64, kept: PageTable) -> Bool {
    request.edits.allSatisfy { edit in
      !kept.contains(edit.page) && isCancelledOut(edit.page, through: number)
    }
  }

  /// Returns the pages of requests that have other edits, and all pages connected to them.
  private func pagesThatStay(
    in requests: ArraySlice<PendingRequest>, through number: UInt64
  ) -> PageTable {
    var kept = PageTable()
    var count = -1
    while count != kept.count {
      count = kept.count
      for request in requests where !isPure(request, through: number, kept: kept) {
        for edit in request.edits { kept.set(edit.page, to: 0) }
      }
    }
    return kept
  }
}
