// SPDX-License-Identifier: Apache-2.0

import GalleryModel

/// The frames and events of a gallery in one sequence: the latest frame, and every event.
///
/// The first frame comes at once. An event comes as soon as it has happened, before the frame that shows
/// it. A consumer that is slow gets fewer frames and never old ones, and all events, which are kept
/// for it up to a limit. The sequence ends when all events were taken and the gallery is closed or the
/// limit was passed, or when the task is cancelled: none is missing between others. It is for one
/// consumer.
public struct GalleryUpdates: AsyncSequence, Sendable {
  /// A frame or an event.
  public typealias Element = GalleryUpdate
  /// Updates do not fail.
  public typealias Failure = Never

  let listener: UpdateListener
  let interval: Duration

  /// Starts to take updates.
  ///
  /// - Returns: An iterator over what the sequence holds, and what comes.
  public func makeAsyncIterator() -> Iterator { Iterator(listener: listener, interval: interval) }

  /// Updates one after the other.
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
    /// - Returns: The update, `nil` if the gallery is closed, if more events were not taken than are
    ///   kept, or if the task is cancelled.
    public mutating func next() async -> GalleryUpdate? {
      let next = await listener.gallery.nextUpdate(
        listener.number, after: last, changeCount, interval: interval)
      if case .frame(let frame) = next?.update { last = frame }
      changeCount = next?.changeCount ?? changeCount
      return next?.update
    }

    /// Waits for the next update.
    ///
    /// - Parameter actor: The actor that calls.
    /// - Returns: The update, `nil` if the gallery is closed, if more events were not taken than are
    ///   kept, or if the task is cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> GalleryUpdate? {
      await next()
    }
  }
}

/// Whoever takes the updates of a gallery; the gallery keeps events as long as it lives.
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
  /// Returns what the gallery shows and what happens from now on, in one sequence.
  ///
  /// - Parameters:
  ///   - rate: The number of frames a second while something moves. 60 by default.
  ///   - limit: How many events are kept for a consumer that is slow. 65,536 by default. If more happen
  ///     before it takes any, it gets those that are kept, and then the end.
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

  /// Keeps an event for those who take updates.
  func keep(_ event: GalleryUpdate) {
    for number in untakenEvents.keys { untakenEvents[number]?.append(event) }
  }

  /// Takes the oldest event that is kept.
  private func takeEvent(_ number: Int) -> GalleryUpdate? {
    untakenEvents[number]?.popFirst()
  }

  /// Whether a listener has taken all that it will be told.
  private func isFinished(_ number: Int) -> Bool {
    isClosed || untakenEvents[number]?.isOverrun == true
  }

  /// Waits until there is an event, or something else to see.
  ///
  /// - Parameters:
  ///   - number: The listener.
  ///   - last: The frame that was seen last, `nil` for none.
  ///   - seenChanges: The value of `changeCount` at that frame.
  ///   - interval: The time between two frames.
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
        // What has happened comes before the frame that shows it.
        if let event = takeEvent(number) { return (event, seenChanges) }
        seenCount = changeCount
        if seen.map(frame.showsOther) ?? true { return (.frame(frame), seenCount) }
        seen = frame
      }
    }
    return nil
  }
}
