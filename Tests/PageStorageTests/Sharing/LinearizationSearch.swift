// SPDX-License-Identifier: Apache-2.0

/// A search for an order of concurrent calls in which each has its sequential result, and in which
/// a call that ended before another one began comes first.
///
/// It is the algorithm of Wing and Gong ("Testing and verifying concurrent objects", 1993), with
/// Lowe's memoization ("Testing for linearizability", 2017): take a call that began before any
/// other one ended, check whether the document could have produced its result, continue with the
/// rest.
struct LinearizationSearch {
  private struct Node: Hashable {
    /// The number of ordered calls of each process.
    var places: [Int]
    var document: SequentialDocument

    func hash(into hasher: inout Hasher) {
      hasher.combine(places)
      hasher.combine(document.items)
    }
  }

  private struct Step {
    var node: Node
    var untried: [Int]
  }

  /// The calls of one document, by process, in the order of the process.
  private let processes: [[HistoryCall]]
  /// For each page the end of the last call that could refer to it in the trash.
  private let lastMentions: [Int: Int]
  private var tried: Set<Node> = []
  private var deepest = Node(places: [], document: SequentialDocument())

  init(_ processes: [[HistoryCall]]) {
    self.processes = processes
    var mentions: [Int: Int] = [:]
    for call in processes.joined() where ["restore", "bytes"].contains(call.operation) {
      mentions[call.arguments[0]] = max(mentions[call.arguments[0]] ?? 0, call.end)
    }
    lastMentions = mentions
  }

  /// Runs the search.
  ///
  /// - Returns: The document after all calls.
  mutating func run() -> SequentialDocument? {
    var steps: [Step] = []
    var next: Node? = Node(
      places: [Int](repeating: 0, count: processes.count), document: SequentialDocument())
    while true {
      if let node = next.map(afterReads) {
        if node.places.reduce(0, +) >= deepest.places.reduce(0, +) { deepest = node }
        if isComplete(node) { return node.document }
        if tried.insert(node).inserted {
          steps.append(Step(node: node, untried: candidates(node)))
        }
      }
      guard let step = steps.last else { return nil }
      guard let process = step.untried.last else {
        steps.removeLast()
        next = nil
        continue
      }
      steps[steps.count - 1].untried.removeLast()
      next = self.node(after: process, step.node)
    }
  }

  /// The calls that could not be ordered, of the longest order found.
  var obstacle: String {
    let calls = candidates(deepest).map { processes[$0][deepest.places[$0]] }
    return "none of \(calls) gives its result on \(deepest.document)"
  }

  private func isComplete(_ node: Node) -> Bool {
    zip(node.places, processes).allSatisfy { $0 == $1.count }
  }

  /// The processes whose next call began before any unordered call ended.
  private func candidates(_ node: Node) -> [Int] {
    let waiting = processes.indices.filter { node.places[$0] < processes[$0].count }
    let end = waiting.map { processes[$0][node.places[$0]].end }.min() ?? 0
    return waiting.filter { processes[$0][node.places[$0]].begin <= end }
  }

  private func node(after process: Int, _ node: Node) -> Node? {
    let call = processes[process][node.places[process]]
    guard let document = node.document.after(call) else { return nil }
    var next = Node(places: node.places, document: document)
    next.places[process] += 1
    if document.trash.count > 32 { forget(&next) }
    return next
  }

  /// Drops the pages in the trash to which no unordered call refers.
  private func forget(_ node: inout Node) {
    let waiting = processes.indices.filter { node.places[$0] < processes[$0].count }
    let end = waiting.map { processes[$0][node.places[$0]].end }.min() ?? .max
    node.document.trash = node.document.trash.filter { lastMentions[$0.key] ?? 0 >= end }
  }

  /// Orders all calls that change nothing and are possible now: this excludes no order.
  private func afterReads(_ node: Node) -> Node {
    var node = node
    while true {
      let next = candidates(node).lazy.compactMap { self.node(after: $0, node) }
        .first { $0.document == node.document }
      guard let next else { return node }
      node = next
    }
  }
}
