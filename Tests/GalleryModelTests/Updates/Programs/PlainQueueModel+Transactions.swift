// SPDX-License-Identifier: Apache-2.0

@testable import GalleryModel

extension PlainQueueModel {
  /// Takes the next requests, and returns the outcomes of those that do not run.
  mutating func begin() -> [UpdateCompletion] {
    var ended: [UpdateCompletion] = []
    while phase == .idle, let first = requests.first {
      running = isSerial || first <= serialUntil ? 1 : min(256, requests.count)
      let cancelled = cancelledOut()
      for number in cancelled.reversed() { remove(number) }
      ended += cancelled.map { completion($0, .cancelledOut) }
      running -= cancelled.count
      guard running > 0 else { continue }
      phase = .running
      var after = self
      after.commit()
      guard pages == after.pages else { break }
      self = after
      ended += finish()
    }
    return ended
  }

  /// The running requests of pages that are inserted and deleted again, unless such a page is
  /// involved in other requests.
  private func cancelledOut() -> [UInt64] {
    let all = requests[..<running]
    var candidates = Array(all)
    while true {
      let rest = candidates.filter { number in
        entries(number).allSatisfy { entry in
          comesAndGoes(entry.page, upTo: requests[running - 1])
            && log.allSatisfy { other in
              other.page != entry.page || candidates.contains(other.number)
            }
        }
      }
      if rest == candidates { return rest }
      candidates = rest
    }
  }

  private func entries(_ number: UInt64) -> [Entry] { log.filter { $0.number == number } }

  private func comesAndGoes(_ page: PageID, upTo number: UInt64) -> Bool {
    !presented.contains { $0.page == page } && isDying(page, upTo: number)
  }

  mutating func commit() {
    guard phase == .running else { return }
    let last = requests[running - 1]
    ending = requests[..<running].map { completion($0, outcome(of: $0, upTo: last)) }
    var rest: [Element] = []
    for var element in list {
      if element.owner <= last {
        let place = lastPlace(of: element.page, upTo: last)
        if isDying(element.page, upTo: last) || element.place != place { continue }
        element.owner = 0
      }
      rest.append(element)
    }
    var shown: [PageID: PageShape?] = [:]
    for case (let number, let page, .shows(let size)) in log where number <= last {
      shown.updateValue(size, forKey: page)
    }
    for (page, size) in shown {
      contents[page]?.size = size
      contents[page]?.contentVersion += 1
    }
    list = rest
    log.removeAll { $0.number <= last }
    requests.removeFirst(running)
    running = 0
    phase = .ending
  }

  private func outcome(of number: UInt64, upTo last: UInt64) -> UpdateOutcome {
    if entries(number).allSatisfy({ comesAndGoes($0.page, upTo: last) }) { return .cancelledOut }
    let isSuperseded = entries(number).allSatisfy { entry in
      guard case .shows = entry.step else { return false }
      return log.contains { other in
        guard case .shows = other.step, other.page == entry.page else { return false }
        return other.number > number && other.number <= last
      }
    }
    return isSuperseded ? .superseded : .success(commitTime: .zero)
  }

  mutating func fail(_ error: UpdateError) {
    guard phase == .running else { return }
    if running == 1 {
      ending = withdraw(requests[0], .failed(error))
    } else {
      serialUntil = requests[running - 1]
    }
    running = 0
    phase = .ending
  }

  mutating func finish() -> [UpdateCompletion] {
    guard phase == .ending else { return [] }
    defer { ending = [] }
    phase = .idle
    return ending
  }

  /// Returns the result of cancelling a request.
  mutating func cancel(_ number: UInt64, isStoppable: Bool) -> UpdateCancellation {
    guard let place = requests.firstIndex(of: number) else {
      return ending.contains(completion(number, .cancelled)) ? .rollingBack : .refused
    }
    if place >= running { return .done(withdraw(number, .cancelled)) }
    guard running == 1, isStoppable else { return .refused }
    ending = withdraw(number, .cancelled)
    running = 0
    phase = .ending
    return .rollsBack
  }

  /// Ends everything, and returns the outcomes.
  mutating func end(_ outcome: UpdateOutcome) -> [UpdateCompletion] {
    let ended = ending + requests.map { completion($0, outcome) }
    for number in requests { remove(number) }
    ending = []
    running = 0
    phase = .idle
    return ended
  }

  private mutating func withdraw(_ number: UInt64, _ outcome: UpdateOutcome) -> [UpdateCompletion] {
    var (removed, missing): ([UInt64], [PageID]) = ([], [])
    for other in requests where other >= number {
      guard other == number || entries(other).contains(where: { missing.contains($0.page) }) else {
        continue
      }
      removed.append(other)
      for case (_, let page, .comes) in entries(other) { missing.append(page) }
    }
    for number in removed { remove(number) }
    return removed.map { completion($0, $0 == number ? outcome : .dependencyFailed) }
  }

  private mutating func remove(_ number: UInt64) {
    list.removeAll { $0.owner == number }
    log.removeAll { $0.number == number }
    requests.removeAll { $0 == number }
  }

  private func completion(_ number: UInt64, _ outcome: UpdateOutcome) -> UpdateCompletion {
    UpdateCompletion(ticket: UpdateTicket(number: number), outcome: outcome)
  }
}
