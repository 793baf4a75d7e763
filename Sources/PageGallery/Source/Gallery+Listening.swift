// SPDX-License-Identifier: Apache-2.0

import GalleryModel

/// The time from a failure of a source to the next attempt to reach it.
///
/// It doubles with each attempt, so that a source that is away for long costs next to nothing.
struct ReconnectionDelay {
  static let first = Duration.milliseconds(100)
  static let longest = Duration.seconds(10)

  private var next = first

  /// Returns the time to wait, and doubles it for the next attempt.
  mutating func take() -> Duration {
    defer { next = min(next * 2, Self.longest) }
    return next
  }

  /// Notes that the source was there for a time.
  mutating func note(connectedFor time: Duration) {
    if time >= Self.longest { next = Self.first }
  }
}

extension Gallery {
  /// Starts to listen to what others change, until the gallery is closed or the pages are gone.
  ///
  /// - Parameters:
  ///   - source: The owner of the pages.
  ///   - failure: Why it was lost, `nil` unless it was.
  ///   - needsPages: Whether it is found only when it gives its pages.
  /// - Returns: The task that listens.
  func listen<Source: PageSource>(
    to source: Source, after failure: (any Error)? = nil, needsPages: Bool = false
  ) -> Task<Void, Never> {
    let timeline = timeline
    return Task { [weak self] in
      var (failure, needsPages) = (failure, needsPages)
      var delay = ReconnectionDelay()
      while true {
        if let lost = failure {
          guard await self?.loseSource(lost) == true else { return }
          guard await Self.reach(source, for: { self }, &delay, timeline, needsPages: needsPages)
          else { return }
          needsPages = false
        }
        let start = timeline.now
        guard let version = await self?.shared.version else { return }
        do {
          for try await change in source.changes(after: version) {
            guard let self else { return }
            await self.receive(change)
          }
          // Nobody else changes these pages.
          return
        } catch {
          guard !Task.isCancelled else { return }
          delay.note(connectedFor: timeline.now - start)
          failure = error
        }
      }
    }
  }

  /// Waits until a source answers again.
  ///
  /// - Returns: `false` if nobody needs the answer any more.
  private static func reach<Source: PageSource>(
    _ source: Source, for gallery: () -> Gallery?, _ delay: inout ReconnectionDelay,
    _ timeline: Timeline, needsPages: Bool
  ) async -> Bool {
    while true {
      let time = timeline.now + delay.take()
      guard (try? await timeline.sleep(until: time)) != nil,
        let known = await gallery()?.shared.version
      else { return false }
      do {
        var pages = needsPages ? try await source.pages() : nil
        let version = if let pages { pages.version } else { try await source.version() }
        if version < known, pages == nil { pages = try await source.pages() }
        // Pages that were brought back from a backup count fewer changes.
        let older = version < known ? pages : nil
        guard !Task.isCancelled, let gallery = gallery() else { return false }
        await gallery.findSource(older, insteadOf: known)
        return true
      } catch {
        guard !Task.isCancelled, await gallery()?.loseSource(error) == true else { return false }
      }
    }
  }

  func receive(_ change: PageSourceChange) {
    guard !isClosed else { return }
    shared.receive(change)
    settle()
  }
}

// MARK: - Lost and found

extension Gallery {
  /// Notes that the source does not answer.
  ///
  /// - Parameter error: What it said.
  /// - Returns: `false` if the gallery has ended, by that or before.
  private func loseSource(_ error: any Error) -> Bool {
    guard !isClosed else { return false }
    if error is PageSourceGone {
      publish(.gone(at: timeline.now))
      close()
      return false
    }
    guard !isSourceLost else { return true }
    isSourceLost = true
    publish(.lost("\(error)", at: timeline.now))
    return true
  }

  /// Notes that the source answers again.
  ///
  /// - Parameters:
  ///   - older: Its pages, if they are of an earlier version than the one that was known.
  ///   - version: The version that was known.
  private func findSource(_ older: VersionedPages?, insteadOf version: Int) {
    guard !isClosed else { return }
    if let older, shared.version == version, !shared.isAsking { goBack(to: older) }
    guard isSourceLost else { return }
    isSourceLost = false
    publish(.found(at: timeline.now))
  }

  /// Listens anew, because the source has failed to give its pages.
  func relisten(after error: any Error) {
    guard !isClosed else { return }
    listener?.cancel()
    // A source that tells its version and cannot give its pages is not asked every 100 milliseconds.
    listener = listen(to: source, after: error, needsPages: true)
  }
}
