// SPDX-License-Identifier: Apache-2.0

/// A decorator over the frames of any layout: pages appear with an effect when they are visible for
/// the first time.
///
/// For each frame, report the pages in it, and draw each page with its appearance:
///
/// ```swift
/// import GalleryModel
///
/// func rects(in frame: GalleryFrame, of tracker: inout AppearanceTracker) -> [PageID: Rect] {
///   let items = frame.strip.map { AppearanceItem(page: $0.id, row: $0.index) }
///   tracker.sample(items, at: frame.time)
///   var rects: [PageID: Rect] = [:]
///   for cell in frame.strip {
///     let appearance = tracker.appearance(of: cell.id, at: frame.time)
///     rects[cell.id] = appearance.applied(to: Rect(center: cell.center, size: cell.size))
///   }
///   return rects
/// }
/// ```
///
/// Pages are remembered by identifier, so that moves have no effect. The start of an effect depends
/// on the times of the frames, because a page appears in the first frame that contains it.
/// Everything else is a function of time.
public struct AppearanceTracker: Hashable, Sendable {
  /// The configuration of the tracker.
  public let configuration: Configuration

  /// A page whose effect is running.
  struct Arrival: Hashable, Sendable {
    var page: PageID
    var end: Int64
  }

  @usableFromInline
  package var clock: Int64
  @usableFromInline
  package var upcoming = Int64.never
  @usableFromInline
  package var outbox = Outbox<AppearanceEvent>()

  private var seen = AppearanceMemory()
  private var arriving: [Arrival] = []
  private var lastSection = -1
  private var lastRow = -1

  /// Creates a tracker without any pages.
  ///
  /// - Parameters:
  ///   - configuration: The configuration of the tracker.
  ///   - time: The time of creation. Zero by default.
  /// - Throws: `AppearanceError` if a number is out of range.
  public init(
    configuration: Configuration = Configuration(), at time: Duration = .zero
  ) throws(AppearanceError) {
    try configuration.validate()
    self.configuration = configuration
    clock = Int64(galleryTime: time)
  }

  /// The time of the last call.
  public var time: Duration { Duration(galleryTime: clock) }

  /// The number of pages that are remembered.
  public var rememberedCount: Int { seen.count }
}

// MARK: - Sampling

extension AppearanceTracker {
  /// Reports the pages in a frame.
  ///
  /// Pages that are visible for the first time start to appear. Several of them start one after
  /// another, ``Configuration/stagger`` apart.
  ///
  /// - Parameters:
  ///   - items: The pages in the frame.
  ///   - time: The time of the frame.
  /// - Complexity: O(v) for v pages; growth of the table is amortized, and pages that have been
  ///   visible before cause no other allocation.
  public mutating func sample(_ items: [AppearanceItem], at time: Duration) {
    let now = enter(at: time)
    let (section, row) = (lastSection, lastRow)
    var delay: Int64 = 0
    for item in items {
      let isAhead = Self.precedes(section, row, item)
      if Self.precedes(lastSection, lastRow, item) {
        (lastSection, lastRow) = (item.section, item.row)
      }
      let appears = configuration.policy == .always || isAhead
      // A page without an effect counts as having appeared long ago.
      guard seen.insert(item.page, start: appears ? now + delay : .longAgo), appears else {
        continue
      }
      arrive(item.page, start: now + delay, at: now)
      delay = Swift.min(delay + stagger, .longestAnimation)
    }
    schedule()
  }

  private static func precedes(_ section: Int, _ row: Int, _ item: AppearanceItem) -> Bool {
    section != item.section ? section < item.section : row < item.row
  }

  private mutating func arrive(_ page: PageID, start: Int64, at now: Int64) {
    let end = start + duration
    if end > now {
      arriving.append(Arrival(page: page, end: end))
    } else {
      outbox.append(.appeared(page, at: Duration(galleryTime: now)))
    }
  }

  /// Forgets a page, so that it can appear again: for pages that are deleted, or shown anew.
  ///
  /// With ``Policy/forwardOnly`` it appears only behind all pages that have been visible.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - time: The time of the call.
  public mutating func reset(_ page: PageID, at time: Duration) {
    _ = enter(at: time)
    seen.remove(page)
    arriving.removeAll { $0.page == page }
    schedule()
  }

  /// Forgets all pages.
  ///
  /// - Parameter time: The time of the call.
  public mutating func reset(at time: Duration) {
    _ = enter(at: time)
    seen = AppearanceMemory()
    arriving.removeAll(keepingCapacity: true)
    (lastSection, lastRow) = (-1, -1)
    schedule()
  }

  /// Returns the appearance of a page.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - time: The time. A time before the last call is replaced by it.
  /// - Returns: The transform and opacity to apply, ``Appearance/identity`` for a page that has
  ///   finished its effect, has no effect, or has not been visible.
  /// - Complexity: O(1) on average. Nothing is allocated.
  public func appearance(of page: PageID, at time: Duration) -> Appearance {
    guard let start = seen[page] else { return .identity }
    return configuration.effect.appearance(
      at: TimingCurve.progress(
        elapsedNanoseconds: moment(of: time) - start, durationNanoseconds: duration))
  }
}

// MARK: - Durations

extension AppearanceTracker {
  private var duration: Int64 {
    configuration.pace.duration(
      nanoseconds: Int64(configuration.effect.duration.inNanoseconds))
  }

  private var stagger: Int64 {
    configuration.pace.duration(nanoseconds: Int64(configuration.stagger.inNanoseconds))
  }
}

extension Int64 {
  /// A time so early that every animation that started then has ended.
  fileprivate static var longAgo: Int64 { -(1 << 62) }
}

// MARK: - Time

extension AppearanceTracker: TimedModel {
  @usableFromInline
  package mutating func pass(at time: Int64) {
    for arrival in arriving where arrival.end <= time {
      outbox.append(.appeared(arrival.page, at: Duration(galleryTime: arrival.end)))
    }
    arriving.removeAll { $0.end <= time }
    schedule()
  }

  private mutating func schedule() {
    upcoming = .never
    for arrival in arriving { upcoming = Swift.min(upcoming, arrival.end) }
  }

  @usableFromInline
  package static func clockWentBackwards(found: Duration, at time: Duration) -> AppearanceEvent {
    .clockWentBackwards(found: found, at: time)
  }

  /// Advances to a time: everything that ends up to then ends at its own exact time.
  ///
  /// - Parameter time: The time. A time before that of the last call is replaced by it and
  ///   reported.
  /// - Returns: The events since the last `advance`, in order.
  public mutating func advance(to time: Duration) -> [AppearanceEvent] {
    _ = enter(at: time)
    return outbox.take()
  }

  /// Returns the next time at which the effect of a page ends.
  ///
  /// - Returns: A time after the last call, `nil` if nothing will happen without a call.
  public func nextBoundary() -> Duration? { boundary }

  /// Returns whether the effect of a page is running.
  ///
  /// - Parameter time: The time, not before the last call.
  /// - Returns: `false` if all effects have ended.
  public func isAnimating(at time: Duration) -> Bool {
    state(at: moment(of: time)).upcoming != .never
  }
}
