// SPDX-License-Identifier: Apache-2.0

import GallerySharing

// The records of a gallery's outputs, written from the table of the interface.
extension KernelRecord {
  init(_ kind: Double, at time: Duration? = nil, _ fields: [Double] = [], list: [Double] = []) {
    self.init(
      kind: kind, time: time.map(nanoseconds) ?? -1,
      fields: fields + Array(repeating: 0, count: 4 - fields.count), list: list)
  }

  /// The record of an output.
  ///
  /// - Parameters:
  ///   - output: The output.
  ///   - pages: The pages of the source that a request for a change is based on.
  ///   - isForeign: Whether a commit is one of others. The record has to tell.
  init(_ output: SharedGalleryOutput, basedOn pages: [PageID], isForeign: Double) {
    switch output {
    case .event(let event): self.init(event, isForeign: isForeign)
    case .pagesChanged(.edited(let changeset, let version)):
      self.init(9, [Double(version)], list: changeset.numbers())
    case .pagesChanged(.reshaped(let page, let version)):
      self.init(
        10,
        [
          Double(version), Double(page.id.rawValue), page.size?.aspectRatio ?? .nan,
          Double(page.contentVersion),
        ])
    case .pagesChanged(.reset(let known)): self.init(11, [Double(known.version)])
    case .request(let request): self.init(request, basedOn: pages)
    case .stopChanges(let number): self.init(17, [Double(number)])
    case .refused(let tickets, let failure):
      self.init(18, failure.numbers, list: tickets.map { Double($0.description) ?? -1 })
    case .sourceLost(let failure, let time): self.init(19, at: time, failure.numbers)
    case .sourceFound(let time): self.init(20, at: time)
    case .sourceGone(let time): self.init(21, at: time)
    }
  }

  private init(_ request: PageSourceRequest, basedOn pages: [PageID]) {
    let number = Double(request.number)
    switch request.call {
    case .apply(let changeset, let version):
      self.init(12, [number], list: changeset.numbers(version: version, pages))
    case .rotate(let page, let turns, let version):
      self.init(13, [number, Double(page.rawValue), Double(turns.count), Double(version)])
    case .pages: self.init(14, [number])
    case .version: self.init(15, [number])
    case .changes(let version): self.init(16, [number, Double(version)])
    }
  }

  private init(_ event: GalleryEvent, isForeign: Double) {
    switch event {
    case .activeChanged(let old, let new, let time):
      self.init(1, at: time, [old, new].map { $0.map { Double($0.rawValue) } ?? -1 })
    case .clockWentBackwards(let found, let time): self.init(2, at: time, [nanoseconds(found)])
    case .commitRequested(let transaction, let changeset, let time):
      self.init(3, at: time, [Double(transaction.description) ?? -1], list: changeset.numbers())
    case .committed(let transaction, let changeset, let time):
      self.init(
        4, at: time, [Double(transaction.description) ?? -1, isForeign], list: changeset.numbers())
    case .completed(let ticket, let outcome, let time):
      self.init(5, at: time, [Double(ticket.description) ?? -1] + outcome.numbers)
    case .sourceInconsistent(let time): self.init(6, at: time)
    case .prefetch(let pages, let time):
      self.init(7, at: time, list: pages.map { Double($0.rawValue) })
    case .cancelPrefetch(let pages, let time):
      self.init(8, at: time, list: pages.map { Double($0.rawValue) })
    }
  }
}

/// Returns a time in whole nanoseconds.
func nanoseconds(_ time: Duration) -> Double {
  Double(time.components.seconds) * 1e9 + Double(time.components.attoseconds / 1_000_000_000)
}

extension Changeset {
  /// The numbers of a change; without pages, the IDs of replaced ones are unknown.
  func numbers(version: Int = 0, _ pages: [PageID]? = nil) -> [Double] {
    var list = [version, 1, deletions.count, insertions.count, moves.count, replacements.count]
      .map { Double($0) }
    list += deletions.map { Double($0) }
    for part in insertions {
      list += [
        Double(part.index), Double(part.page.id.rawValue), part.page.size?.aspectRatio ?? .nan,
        Double(part.page.contentVersion),
      ]
    }
    for part in moves { list += [Double(part.source), Double(part.destination)] }
    for part in replacements {
      let page = pages.map { Double($0[part.index].rawValue) } ?? -1
      list += [Double(part.index), part.size?.aspectRatio ?? .nan, page]
    }
    return list
  }
}

extension UpdateOutcome {
  fileprivate var numbers: [Double] {
    switch self {
    case .success(let time): [0, nanoseconds(time), 0]
    case .failed(let error): [1] + error.numbers
    case .cancelled: [2, 0, 0]
    case .cancelledOut: [3, 0, 0]
    case .superseded: [4, 0, 0]
    case .alreadyRemoved: [5, 0, 0]
    case .dependencyFailed: [6, 0, 0]
    case .rejected(let error): [7] + error.numbers
    }
  }
}

extension UpdateError {
  fileprivate var numbers: [Double] {
    switch self {
    case .indexOutOfRange(let index, _): [1, Double(index)]
    case .gapOutOfRange(let index, _): [2, Double(index)]
    case .destinationOutOfRange(let index, _): [3, Double(index)]
    case .repeatedIndex(let index): [4, Double(index)]
    case .repeatedDestination(let index): [5, Double(index)]
    case .unknownPage(let page): [6, Double(page.rawValue)]
    case .duplicateID(let page): [7, Double(page.rawValue)]
    case .invalidContentVersion(let found): [8, Double(found)]
    case .tooManyPages: [9, 0]
    case .queueFull(let limit): [10, Double(limit)]
    case .sourceFailed(let code): [11, Double(code)]
    case .sourceInconsistent: [12, 0]
    }
  }
}

extension PageSourceFailure {
  fileprivate var numbers: [Double] {
    switch self {
    case .gone: [1, 0]
    case .conflict(let version, _): [2, Double(version)]
    case .invalidChange(let error): [3, error.numbers[0]]
    // The histories have no such pages.
    case .unusablePages: [4, 0]
    case .decreasedVersion(_, let found): [5, Double(found)]
    case .failed(let code): [6, Double(code)]
    }
  }
}
