// SPDX-License-Identifier: Apache-2.0

import GalleryModel

extension Gallery {
  /// Listens to changes of the source, until the gallery is closed or the pages are gone.
  ///
  /// - Parameters:
  ///   - source: The source of the pages.
  ///   - failure: The error with which the source was lost, `nil` unless it was.
  ///   - needsPages: Whether the source counts as found only after its pages were read.
  /// - Returns: The task that listens.
  func listen<Source: PageSource>(
    to source: Source, after failure: PageSourceError? = nil, needsPages: Bool = false
  ) -> Task<Void, Never> {
    let timeline = timeline
    return Task { [weak self] in
      var (failure, needsPages) = (failure, needsPages)
      while true {
        if let failure {
          guard await self?.loseSource(failure) == true,
            await Self.reach(source, for: { self }, timeline, needsPages: needsPages)
          else { return }
        }
        guard let version = await self?.beginListening() else { return }
        do {
          var last = version
          for try await change in source.changes(after: version) {
            // A stream may deliver changes after its cancellation.
            guard let self, !Task.isCancelled else { return }
            try await self.receive(change, after: last)
            last = change.version
          }
          // There are no other writers.
          return
        } catch {
          guard !Task.isCancelled else { return }
          failure = PageSourceError(error)
          // The known state may belong to other pages.
          needsPages = error is DecreasedVersionError
        }
      }
    }
  }

  private func beginListening() -> Int {
    reconnectionDelay.connect(at: timeline.now)
    return shared.version
  }

  /// Waits until a source answers again.
  ///
  /// - Returns: `false` if the answer is no longer needed.
  private static func reach<Source: PageSource>(
    _ source: Source, for gallery: () -> Gallery?, _ timeline: Timeline, needsPages: Bool
  ) async -> Bool {
    while true {
      guard let time = await gallery()?.takeNextAttempt(),
        (try? await timeline.sleep(until: time)) != nil,
        let known = await gallery()?.shared.version
      else { return false }
      do throws(PageSourceError) {
        var pages = needsPages ? try await source.pages() : nil
        let version = if let pages { pages.version } else { try await source.version() }
        // Pages restored from a backup have a lower version.
        if version < known, pages == nil { pages = try await source.pages() }
        try pages?.checkThatTheyCanBeShown()
        guard !Task.isCancelled, let gallery = gallery() else { return false }
        await gallery.findSource(pages, insteadOf: known)
        return true
      } catch {
        guard !Task.isCancelled, await gallery()?.loseSource(error) == true else { return false }
      }
    }
  }

  /// Returns the time of the next attempt to reach the source.
  private func takeNextAttempt() -> Duration {
    let now = timeline.now
    return now + reconnectionDelay.take(at: now)
  }

  /// Receives a change from the stream of the source.
  ///
  /// - Parameters:
  ///   - change: The change.
  ///   - last: The previous version of the stream.
  /// - Throws: `DecreasedVersionError` if the version does not increase.
  private func receive(_ change: PageSourceChange, after last: Int) throws(DecreasedVersionError) {
    guard change.version > last else {
      shared.goBack(to: max(change.version, 1) - 1)
      throw DecreasedVersionError(last: last, found: change.version)
    }
    receive(change)
  }

  func receive(_ change: PageSourceChange) {
    guard !isClosed else { return }
    shared.receive(change)
    settle()
  }
}

// MARK: - Lost and found

extension VersionedPages {
  /// Throws if an identifier occurs twice, a content version is invalid, or there are too many
  /// pages.
  ///
  /// - Complexity: O(n log n) in the number of pages.
  func checkThatTheyCanBeShown() throws(PageSourceError) {
    let insertions = pages.enumerated().map { Changeset.Insertion(index: $0, page: $1) }
    do throws(UpdateError) {
      try Changeset(insertions: insertions).validate(count: 0)
    } catch {
      throw .invalidChange(error)
    }
  }
}

extension Gallery {
  /// Records that the source does not answer.
  ///
  /// - Parameter error: The error of the source.
  /// - Returns: `false` if the gallery has been closed, now or before.
  @discardableResult
  func loseSource(_ error: PageSourceError) -> Bool {
    guard !isClosed else { return false }
    if error == .gone {
      publish(.gone(at: timeline.now))
      close()
      return false
    }
    guard !isSourceLost else { return true }
    isSourceLost = true
    publish(.lost("\(error)", at: timeline.now))
    return true
  }

  /// Records that the source answers again.
  ///
  /// - Parameters:
  ///   - pages: The pages of the source, if they were read.
  ///   - version: The previously known version.
  private func findSource(_ pages: VersionedPages?, insteadOf version: Int) {
    guard !isClosed else { return }
    if let pages, shared.arePagesUnknown || pages.version != version {
      takeBack(pages, insteadOf: version)
    }
    guard isSourceLost else { return }
    isSourceLost = false
    publish(.found(at: timeline.now))
    if shared.arePagesUnknown { settle() }
  }

  /// Adopts the pages of a source that was lost, unless its known state has changed in the
  /// meantime.
  private func takeBack(_ pages: VersionedPages, insteadOf version: Int) {
    if shared.version == version, !shared.isAsking { return goBack(to: pages) }
    // An edit is in progress: the pages are read again after its end.
    if pages.version < shared.version { shared.goBack(to: pages.version) }
  }

  /// Restarts listening, because the source has failed to provide its pages.
  func relisten(after error: PageSourceError) {
    guard !isClosed else { return }
    listener?.cancel()
    shared.dropArrived()
    // Do not call a source that reports its version but no pages every 100 milliseconds.
    listener = listen(to: source, after: error, needsPages: true)
  }
}
