// SPDX-License-Identifier: Apache-2.0

import GalleryModel

extension SharedGallery {
  /// Requests the changes after the known version.
  mutating func beginListening(at time: Duration) {
    reconnectionDelay.connect(at: time)
    let version = shared.version
    connection = .listening(number: request(.changes(after: version)), last: version)
  }

  mutating func stopListening() {
    if case .listening(let number, _) = connection { outputs.append(.stopChanges(number)) }
    connection = .ended
  }

  /// Takes a response to the request for changes.
  ///
  /// - Returns: `false` if the response is of another kind.
  mutating func take(
    _ response: PageSourceResponse, after last: Int, _ number: Int, at time: Duration
  ) -> Bool {
    switch response {
    case .change(let change) where change.version > last:
      connection = .listening(number: number, last: change.version)
      shared.receive(change)
    case .change(let change):
      shared.goBack(to: max(change.version, 1) - 1)
      stopListening()
      let failure = PageSourceFailure.decreasedVersion(last: last, found: change.version)
      // The known state may belong to other pages.
      disconnect(after: failure, needsPages: true, at: time)
    case .end: connection = .ended
    case .failure(let failure): disconnect(after: failure, needsPages: false, at: time)
    default: return false
    }
    return true
  }

  /// Takes a change that no request has delivered.
  package mutating func receive(_ change: PageSourceChange, at time: Duration) {
    guard !isClosed else { return }
    shared.receive(change)
    pass(to: time)
  }

  /// Restarts listening, because the source has failed to provide its pages.
  mutating func relisten(after failure: PageSourceFailure, at time: Duration) {
    guard !isClosed else { return }
    stopListening()
    shared.dropArrived()
    // Do not call a source that reports its version but no pages every 100 milliseconds.
    disconnect(after: failure, needsPages: true, at: time)
  }

  private mutating func disconnect(
    after failure: PageSourceFailure, needsPages: Bool, at time: Duration
  ) {
    connection = .ended
    guard loseSource(failure, at: time) else { return }
    let delay = reconnectionDelay.take(at: time)
    connection = .waiting(until: time + delay, needsPages: needsPages)
  }
}

// MARK: - Lost and found

extension SharedGallery {
  /// Records that a call that the host has made by itself found the pages to be permanently gone.
  ///
  /// The gallery is closed.
  ///
  /// - Parameter time: The time of the answer.
  public mutating func noteThatSourceIsGone(at time: Duration) {
    loseSource(.gone, at: max(time, session.time))
  }

  /// Records that the source does not answer.
  ///
  /// - Returns: `false` if the gallery has been closed, now or before.
  @discardableResult
  mutating func loseSource(_ failure: PageSourceFailure, at time: Duration) -> Bool {
    guard !isClosed else { return false }
    // Not `==`, which compares all other cases as well and takes two kilobytes in a browser.
    if case .gone = failure {
      outputs.append(.sourceGone(at: time))
      close(at: time)
      return false
    }
    guard !isSourceLost else { return true }
    isSourceLost = true
    outputs.append(.sourceLost(failure, at: time))
    return true
  }

  /// Calls a lost source again when it is time.
  mutating func reconnect(at time: Duration) {
    guard case .waiting(let attempt, let needsPages) = connection, attempt <= time else { return }
    let number = request(needsPages ? .pages : .version)
    connection = .reaching(number: number, version: shared.version, needsPages: needsPages)
  }

  /// Takes the answer of a source that was lost.
  ///
  /// - Returns: `false` if the response is of another kind.
  mutating func take(
    _ response: PageSourceResponse, insteadOf version: Int, needsPages: Bool, at time: Duration
  ) -> Bool {
    if case .version(let found) = response {
      guard !needsPages else { return false }
      // Pages restored from a backup have a lower version.
      if found < version {
        connection = .reaching(number: request(.pages), version: version, needsPages: needsPages)
      } else {
        findSource(nil, insteadOf: version, at: time)
      }
      return true
    }
    do throws(PageSourceFailure) {
      guard let known = try pages(of: response) else { return false }
      findSource(known, insteadOf: version, at: time)
    } catch {
      disconnect(after: error, needsPages: needsPages, at: time)
    }
    return true
  }

  /// Records that the source answers again.
  ///
  /// - Parameters:
  ///   - pages: The pages of the source, if they were read.
  ///   - version: The previously known version.
  ///   - time: The time of the answer.
  private mutating func findSource(
    _ pages: VersionedPages?, insteadOf version: Int, at time: Duration
  ) {
    connection = .ended
    if let pages, shared.arePagesUnknown || pages.version != version {
      takeBack(pages, insteadOf: version, at: time)
    }
    if isSourceLost {
      isSourceLost = false
      outputs.append(.sourceFound(at: time))
    }
    // Unless the pages cannot be shown.
    if case .ended = connection { beginListening(at: time) }
  }

  /// Adopts the pages of a source that was lost, unless its known state has changed in the
  /// meantime.
  private mutating func takeBack(
    _ pages: VersionedPages, insteadOf version: Int, at time: Duration
  ) {
    if shared.version == version, !shared.isAsking { return goBack(to: pages, at: time) }
    // An edit is in progress: the pages are read again after its end.
    if pages.version < shared.version { shared.goBack(to: pages.version) }
  }
}
