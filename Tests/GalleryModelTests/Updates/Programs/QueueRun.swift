// SPDX-License-Identifier: Apache-2.0

@testable import GalleryModel

/// A program that runs on the queue and on the plain model in parallel.
struct QueueRun {
  private var queue: UpdateQueue
  private var plain: PlainQueueModel
  private var order: PlainOrder
  private var transaction: UpdateTransaction?
  private var waiting: Set<UInt64> = []

  /// The first difference.
  private var difference: String?

  init(count: Int, configuration: UpdateConfiguration) {
    queue = UpdateQueue(configuration: configuration)
    order = PlainOrder(count: count)
    plain = PlainQueueModel(
      order.pages, isSerial: configuration.policy == .serial, hardLimit: configuration.hardLimit)
  }

  /// Returns the first difference, `nil` if there is none.
  ///
  /// At the end the queue is drained.
  static func difference(in program: QueueProgram) -> String? {
    var run = QueueRun(count: program.count, configuration: program.configuration)
    // A full comparison is slow for long programs.
    let period = program.calls.count < 8 ? 1 : max(4, program.calls.count / 20)
    for (place, call) in program.calls.enumerated() {
      run.perform(call)
      run.compare(all: place % period == 0)
      if let difference = run.difference { return "call \(place), \(call): \(difference)" }
    }
    run.drain()
    return run.difference.map { "drain: \($0)" }
  }

  private mutating func drain() {
    while !queue.isEmpty, difference == nil {
      for call in [QueueProgram.Call.begin, .commit, .finish] { perform(call) }
      compare(all: true)
    }
    if !waiting.isEmpty { difference = difference ?? "no end of \(waiting)" }
    if queue.merged != MergedList(), queue.merged.tree.count > 0 || queue.merged.heads.count > 0 {
      difference = difference ?? "entries are left"
    }
  }

  private mutating func perform(_ call: QueueProgram.Call) {
    switch call {
    case .accept(let request): accept(request)
    case .begin: begin()
    case .commit: commit()
    case .fail:
      queue.fail(.sourceFailed(code: 1))
      plain.fail(.sourceFailed(code: 1))
    case .finish: end(queue.finish(), plain.finish())
    case .cancel(let number, let isStoppable): cancel(number, isStoppable: isStoppable)
    case .discard: end(queue.discard(), plain.end(.cancelled))
    case .lose: lose()
    }
  }

  private mutating func accept(_ request: UpdateRequest) {
    let before = queue
    let acceptance = queue.accept(request, at: .zero, in: order)
    let expected = plain.accept(request, number: acceptance.ticket.number)
    waiting.insert(acceptance.ticket.number)
    expect(acceptance.outcome, expected)
    guard let outcome = acceptance.outcome else { return }
    end([.init(ticket: acceptance.ticket, outcome: outcome)], nil)
    var copy = before
    copy.lastNumber += 1
    if queue != copy { difference = difference ?? "a request that ended at once left a trace" }
  }

  private mutating func begin() {
    let isIdle = queue.phase == .idle
    var ended: [UpdateCompletion] = []
    transaction = queue.begin(at: .zero, in: order, ended: &ended) ?? transaction
    end(ended, plain.begin())
    guard isIdle, queue.phase == .running, let transaction else { return }
    expect(
      transaction.tickets.map(\.number), Array(plain.requests.prefix(plain.running)))
    do {
      try transaction.changeset.validate(count: order.count)
    } catch {
      difference = difference ?? "\(error)"
    }
  }

  private mutating func commit() {
    if queue.phase == .running, let transaction { order.apply(transaction.changeset) }
    queue.commit(at: .zero)
    plain.commit()
    expect(order.pages, plain.pages)
  }

  private mutating func cancel(_ number: UInt64, isStoppable: Bool) {
    let found = queue.cancel(UpdateTicket(number: number), isStoppable: isStoppable)
    expect(found, plain.cancel(number, isStoppable: isStoppable))
    if case .done(let ended) = found { end(ended, nil) }
  }

  private mutating func lose() {
    let error = UpdateError.sourceInconsistent
    for place in plain.ending.indices {
      if case .success = plain.ending[place].outcome {
        plain.ending[place].outcome = .failed(error)
      }
    }
    end(queue.failAll(error), plain.end(.failed(error)))
  }

  /// Checks that every request ends once, with the outcome of the plain model.
  private mutating func end(_ ended: [UpdateCompletion], _ expected: [UpdateCompletion]?) {
    if let expected { expect(ended, expected) }
    for completion in ended where waiting.remove(completion.ticket.number) == nil {
      difference = difference ?? "\(completion.ticket) ended twice"
    }
  }

  private mutating func compare(all: Bool) {
    expect(queue.requests.map(\.ticket.number), plain.requests)
    expect(queue.logicalCount(in: order), plain.logical.count)
    guard all, difference == nil else { return }
    let logical = plain.logical.map(\.page)
    expect(logical.indices.map { queue.page(atLogical: $0, in: order) }, logical)
    expect(logical.map { queue.logicalIndex(of: $0, in: order) }, Array(logical.indices))
    expect(order.pages, plain.pages)
    for page in Set(plain.list.map(\.page)) {
      expect(queue.logicalActivePage(for: page, in: order), plain.successor(of: page))
    }
    difference = difference ?? queue.merged.violation
  }

  private mutating func expect<Value: Equatable>(_ found: Value, _ expected: Value) {
    if found != expected, difference == nil {
      difference = "found \(found), expected \(expected)"
    }
  }
}
