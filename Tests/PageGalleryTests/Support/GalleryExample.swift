// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Testing

@testable import PageGallery

/// A gallery over pages in memory, with a manual clock.
struct GalleryExample {
  let clock = ManualClock()
  let source: RecordingSource
  let gallery: Gallery

  static let viewport = GalleryViewport(
    preview: Size(width: 375, height: 601), strip: Size(width: 375, height: 66))

  /// Pages 0, 1, 2 and so on.
  static func pages(_ count: Int) -> [Page] { (0..<count).map { Page(id: PageID(UInt64($0))) } }

  init(count: Int = 5, activePage: PageID? = nil) async throws {
    try await self.init(of: Self.pages(count), activePage: activePage)
  }

  init(of pages: [Page], activePage: PageID? = nil) async throws {
    source = RecordingSource(pages, clock: clock)
    gallery = try await Gallery(
      showing: source, viewport: Self.viewport, activePage: activePage, clock: clock)
  }

  /// Advances the time, from one wake-up to the next.
  func run(to time: Duration) async throws {
    while let deadline = clock.nextDeadline, deadline <= time {
      clock.set(to: deadline)
      try await settle()
    }
    clock.set(to: time)
    try await settle()
  }

  /// Waits until the source has answered all answerable calls, and the gallery sleeps.
  func settle() async throws {
    _ = await gallery.frame()
    try await eventually {
      let isHolding = await source.isHolding
      return await !gallery.isWaitingForSource || isHolding
    }
    _ = await gallery.frame()
    try await eventually {
      guard let time = await gallery.alarm?.time else { return true }
      return clock.deadlines.contains(time)
    }
  }
}

/// Waits for a condition established by other tasks.
///
/// - Parameters:
///   - sourceLocation: The location to report issues at.
///   - condition: Whether the wait is over.
/// - Throws: An issue after ten minutes (other tests may keep all threads busy), and the errors of
///   `condition`.
func eventually(
  sourceLocation: SourceLocation = #_sourceLocation, _ condition: () async throws -> Bool
) async throws {
  let start = ContinuousClock.now
  while try await !condition() {
    try #require(ContinuousClock.now - start < .seconds(3_600), sourceLocation: sourceLocation)
    await Task.yield()
  }
}

extension GalleryExample {
  /// Advances the time until a task has ended: it may begin after nothing moved for long.
  func value<Value: Sendable>(of task: Task<Value, any Error>) async throws -> Value {
    let end = StoredDocumentTests.Flag()
    Task {
      _ = await task.result
      end.raise()
    }
    try await eventually {
      try await runUntilNothingMoves()
      return end.isRaised
    }
    return try await task.value
  }

  /// Advances the time until no change of the pages is pending.
  func runUntilNothingMoves() async throws {
    var quietRounds = 0
    try await eventually {
      try await run(to: clock.now.offset + .milliseconds(50))
      let shared = await gallery.shared
      let (stage, version) = await (gallery.frame().stage, source.version)
      let isQuiet =
        stage == .none && shared.openRequestCount == 0 && shared.order == nil
        && shared.version == version
      quietRounds = isQuiet ? quietRounds + 1 : 0
      return quietRounds > 10
    }
  }
}
