// SPDX-License-Identifier: Apache-2.0

import PageStorage

extension FolderWatch {
  /// Takes in what is complete, unless it has changed since it was seen.
  mutating func takeDue(_ session: inout CommandSession) async throws {
    while true {
      var arrived: [ArrivedFile] = []
      for name in files.due(at: now).prefix(Self.portionCount) {
        guard let look = folder.look(at: name) else {
          files.forget(name)
          continue
        }
        guard files.isPending(name, look) else {
          see(name, isClosed: false)
          continue
        }
        let file = InputFile(path: folder.file(name), origin: .found)
        arrived.append(ArrivedFile(name: name, look: look, file: file))
      }
      guard !arrived.isEmpty, try await take(arrived, &session) else { return }
      if try System.waitToRead([requests], atMost: .zero).isEmpty == false { return }
    }
  }

  /// - Returns: `false` if the store is locked, and the files wait.
  private mutating func take(
    _ arrived: [ArrivedFile], _ session: inout CommandSession
  ) async throws -> Bool {
    let outcomes: [ArrivalOutcome]
    var ingest = ingest
    defer { self.ingest = ingest }
    do {
      outcomes = try await ingest.take(arrived) { document in
        try session.announce(document, isJSON: isJSON)
      }
    } catch PageStoreError.locked(let waited) {
      wait(for: arrived, waited, &session)
      return false
    } catch Problem.store(.locked(let waited)) {
      wait(for: arrived, waited, &session)
      return false
    }
    isWaitingForLock = false
    for (file, outcome) in zip(arrived, outcomes) { try await report(outcome, of: file, &session) }
    try session.output.flush()
    return true
  }

  private mutating func wait(
    for arrived: [ArrivedFile], _ waited: Duration, _ session: inout CommandSession
  ) {
    for file in arrived { files.postpone(file.name, until: now + Self.lockRetryInterval) }
    guard !isWaitingForLock else { return }
    isWaitingForLock = true
    let sentence = PageStoreError.locked(waited: waited).description
    session.reporter.note(sentence + " Trying again.", at: folder.path)
  }

  private mutating func report(
    _ outcome: ArrivalOutcome, of file: ArrivedFile, _ session: inout CommandSession
  ) async throws {
    let isAnnounced = announced.remove(file.name) != nil
    if case .changed = outcome { return see(file.name, isClosed: false) }
    files.settle(file.name, file.look)
    switch outcome {
    case .changed, .passedOver: break
    case .stored(let id):
      let page = try await ingest.store.page(id)
      if let damage = page.damage {
        session.reporter.note("Kept as damaged: \(damage)", at: file.file.path)
      } else if folder.sight(of: file.name, isClosed: false)?.hasEnd == false {
        session.reporter.note(
          "The end of the file is missing; it was taken as it is.", at: file.file.path)
      }
      try session.output.write(StoreLines.taken(page, from: file.file.path, isJSON: isJSON))
    case .known(let page):
      // After a start everything is known that was taken before: no word about it.
      guard isAnnounced else { return }
      session.reporter.note(
        "The document has these bytes already: \(StoreName.page(page)).", at: file.file.path)
    case .refused(let problem):
      session.reporter.report(problem, at: file.file.path)
      if isJSON { try session.output.write(StoreLines.json(problem, at: file.file.path)) }
    }
  }
}
