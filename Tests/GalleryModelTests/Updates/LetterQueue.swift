// SPDX-License-Identifier: Apache-2.0

@testable import GalleryModel

/// A queue over pages identified by letters, with a source that makes every change immediately.
struct LetterQueue {
  var queue: UpdateQueue
  var order: PlainOrder
  var ended: [UInt64: UpdateOutcome] = [:]

  init(_ letters: String, policy: UpdateConfiguration.Policy = .coalesce) {
    self.init(letters, UpdateConfiguration(policy: policy))
  }

  init(_ letters: String, _ configuration: UpdateConfiguration) {
    queue = UpdateQueue(configuration: configuration)
    order = PlainOrder(letters.map { Page(letter: $0) })
  }

  /// The current pages.
  var presented: String { order.pages.map(\.id.letter).joined() }

  /// The pages after all pending requests.
  var logical: String {
    (0..<queue.logicalCount(in: order)).compactMap { index in
      queue.page(atLogical: index, in: order)?.letter
    }.joined()
  }

  @discardableResult
  mutating func accept(_ request: UpdateRequest, alone isAlone: Bool = false) -> UpdateTicket {
    let acceptance = queue.accept(request, alone: isAlone, at: .seconds(1), in: order)
    if let outcome = acceptance.outcome {
      record([UpdateCompletion(ticket: acceptance.ticket, outcome: outcome)])
    }
    return acceptance.ticket
  }

  /// Makes a request and returns its outcome, `nil` if it waits.
  mutating func outcome(of request: UpdateRequest) -> UpdateOutcome? {
    let ticket = accept(request)
    return outcome(ticket)
  }

  mutating func begin() -> UpdateTransaction? {
    var ended: [UpdateCompletion] = []
    let transaction = queue.begin(at: .seconds(2), in: order, ended: &ended)
    record(ended)
    return transaction
  }

  mutating func succeed(_ transaction: UpdateTransaction?) {
    guard let transaction else { return }
    order.apply(transaction.changeset)
    queue.commit(at: .seconds(3))
    record(queue.finish())
  }

  mutating func fail() {
    queue.fail(.sourceFailed(code: 7))
    record(queue.finish())
  }

  mutating func cancel(_ ticket: UpdateTicket) {
    if case .done(let ended) = queue.cancel(ticket, isStoppable: true) { record(ended) }
  }

  mutating func drain() {
    while let transaction = begin() { succeed(transaction) }
  }

  func outcome(_ ticket: UpdateTicket) -> UpdateOutcome? { ended[ticket.number] }

  mutating func record(_ completions: [UpdateCompletion]) {
    for completion in completions { ended[completion.ticket.number] = completion.outcome }
  }
}

extension Page {
  init(letter: Character) {
    self.init(id: PageID(letter: letter))
  }
}

extension PageID {
  init(letter: Character) {
    self.init(UInt64(letter.asciiValue ?? 0))
  }

  var letter: String { String(Character(Unicode.Scalar(UInt8(rawValue)))) }
}

extension UpdateRequest {
  static func insert(
    _ letter: Character, at gap: Int, in space: IndexSpace = .presented,
    focus: InsertionFocus = .keep
  ) -> Self {
    .insert(Page(letter: letter), at: gap, in: space, focus: focus)
  }
}

extension PageAddress {
  static func letter(_ letter: Character) -> Self { .id(PageID(letter: letter)) }
}
