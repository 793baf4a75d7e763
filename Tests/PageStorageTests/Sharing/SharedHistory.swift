// SPDX-License-Identifier: Apache-2.0

/// The calls of several processes, checked document by document.
struct SharedHistory {
  /// The calls by process, in order.
  var processes: [[HistoryCall]]

  init(_ processes: [[HistoryCall]]) {
    self.processes = processes
  }

  /// Creates a history from the lines of each process.
  init(_ texts: [String]) {
    self.init(texts.map { HistoryCall.all(in: $0) })
  }

  var calls: [HistoryCall] { processes.flatMap { $0 } }

  /// The violation in the history, `nil` if it is linearizable document by document.
  var problem: String? {
    if let call = calls.first(where: { $0.result.first == "failed" }) { return "\(call)" }
    if let problem = lossWithoutPurge { return problem }
    return Set(calls.map(\.document)).subtracting([0]).sorted().lazy
      .compactMap { problem(of: $0) }.first
  }

  /// The violation in the calls of one document.
  func problem(of document: Int) -> String? {
    var search = LinearizationSearch(calls(of: document))
    return search.run() == nil ? "document \(document): \(search.obstacle)" : nil
  }

  func calls(of document: Int) -> [[HistoryCall]] {
    processes.map { $0.filter { $0.document == document } }
  }

  /// A missing page without an emptying of the trash after its deletion.
  ///
  /// `SequentialDocument` cannot detect that, because the trash is emptied for all documents at
  /// once.
  private var lossWithoutPurge: String? {
    let purges = calls.filter { $0.operation == "purge" }
    return calls.first { call in
      guard call.operation == "bytes", call.result == ["notFound"] else { return false }
      let deletion = calls.filter { $0.isDeletion(of: call.arguments[0]) }.map(\.begin).min()
      return !purges.contains { $0.begin < call.end && $0.end > deletion ?? .max }
    }.map { "\($0): the trash was not emptied" }
  }
}

extension HistoryCall {
  /// Whether the call may have moved a page to the trash; an exchange can do so with any page.
  fileprivate func isDeletion(of page: Int) -> Bool {
    operation == "exchange" || operation == "delete" && arguments[0] == page
  }
}
