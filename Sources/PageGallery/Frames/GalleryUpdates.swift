// SPDX-License-Identifier: Apache-2.0

import GalleryModel

/// A sequence of the latest frame and all events of a gallery.
///
/// The first frame is delivered immediately. An event is delivered as soon as it has occurred,
/// before the frame that shows it. A slow consumer gets fewer frames, never stale ones, and all
/// events: they are queued up to a limit. The sequence ends without a gap: after the last queued
/// event if the gallery is closed or the limit is exceeded, or when the task is cancelled. It has
/// one consumer.
public struct GalleryUpdates: AsyncSequence, Sendable {
  /// A frame or an event.
  public typealias Element = GalleryUpdate
  /// The sequence never fails.
  public typealias Failure = Never

  let listener: UpdateListener
  let interval: Duration

  /// Creates an iterator over the updates.
  ///
  /// - Returns: An iterator over the queued updates and all later ones.
  public func makeAsyncIterator() -> Iterator { Iterator(listener: listener, interval: interval) }

  /// An iterator over updates.
  public struct Iterator: AsyncIteratorProtocol {
    let listener: UpdateListener
    let interval: Duration
    private var last: GalleryFrame?
    private var changeCount = 0

    init(listener: UpdateListener, interval: Duration) {
      self.listener = listener
      self.interval = interval
    }

    /// Waits for the next update.
    ///
    /// - Returns: The update, `nil` if the gallery is closed, if the event queue overflowed, or if
    ///   the task is cancelled.
    public mutating func next() async -> GalleryUpdate? {
      let next = await listener.gallery.nextUpdate(
        listener.number, after: last, changeCount, interval: interval)
      if case .frame(let frame) = next?.update { last = frame }
      changeCount = next?.changeCount ?? changeCount
      return next?.update
    }

    /// Waits for the next update.
    ///
    /// - Parameter actor: The actor of the caller.
    /// - Returns: The update, `nil` if the gallery is closed, if the event queue overflowed, or if
    ///   the task is cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> GalleryUpdate? {
      await next()
    }
  }
}

/// A consumer of updates; the gallery queues events during its lifetime.
final class UpdateListener: Sendable {
  let gallery: Gallery
  let number: Int

  init(gallery: Gallery, number: Int) {
    self.gallery = gallery
    self.number = number
  }

  deinit {
    Task { [gallery, number] in await gallery.forgetUpdates(number) }
  }
}

extension Gallery {
  /// Returns the frames and events from now on, in one sequence.
  ///
  /// - Parameters:
  ///   - rate: The number of frames per second during motion. 60 by default.
  ///   - limit: The maximum number of events queued for a slow consumer. 65,536 by default. If it
  ///     is exceeded, the sequence ends after the queued events.
  /// - Returns: The frames and events, for one consumer.
  /// - Precondition: The rate is above 0 and at most 1000, the limit is positive.
  public func updates(rate: Double = 60, keeping limit: Int = 65_536) -> GalleryUpdates {
    precondition(rate > 0 && rate <= 1000, "a rate of frames is not above 0 and at most 1000")
    precondition(limit > 0, "a limit of events is not positive")
    let number = eventListenerCount
    eventListenerCount += 1
    if !isClosed { untakenEvents[number] = EventQueue(limit: limit) }
    return GalleryUpdates(
      listener: UpdateListener(gallery: self, number: number), interval: .seconds(1 / rate))
  }

  func forgetUpdates(_ number: Int) { untakenEvents[number] = nil }

  /// Queues an event for all consumers of updates.
  func keep(_ event: GalleryUpdate) {
    for number in untakenEvents.keys { untakenEvents[number]?.append(event) }
  }

  /// Takes the oldest queued event.
  private func takeEvent(_ number: Int) -> GalleryUpdate? {
    untakenEvents[number]?.popFirst()
  }

  /// Whether a listener has taken its last update.
  private func isFinished(_ number: Int) -> Bool {
    isClosed || untakenEvents[number]?.isOverrun == true
  }

  /// Waits for an event, or for a change of the visible contents.
  ///
  /// - Parameters:
  ///   - number: The listener.
  ///   - last: The previous frame, `nil` for none.
  ///   - seenChanges: The value of `changeCount` at the previous frame.
  ///   - interval: The minimum time between two frames.
  /// - Returns: The update and the value of `changeCount` at the last frame, `nil` at the end.
  func nextUpdate(
    _ number: Int, after last: GalleryFrame?, _ seenChanges: Int, interval: Duration
  ) async -> (update: GalleryUpdate, changeCount: Int)? {
    var (seen, seenCount) = (last, seenChanges)
    while !Task.isCancelled {
      if let event = takeEvent(number) { return (event, seenChanges) }
      guard !isFinished(number) else { return nil }
      if let seen, !seen.isAnimating, changeCount == seenCount {
        await waitForChange()
      } else if let seen, timeline.now < seen.time + interval {
        await waitForChange(until: seen.time + interval)
      } else {
        let frame = frame()
        // Events precede the frame that shows them.
        if let event = takeEvent(number) { return (event, seenChanges) }
        seenCount = changeCount
        if seen.map(frame.showsOther) ?? true { return (.frame(frame), seenCount) }
        seen = frame
      }
    }
    return nil
  }
}
