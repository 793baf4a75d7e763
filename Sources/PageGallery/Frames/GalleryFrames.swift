// SPDX-License-Identifier: Apache-2.0

public import GalleryModel

/// A sequence of the frames of a gallery: at a given rate while it moves, and none while it rests.
///
/// The first frame is delivered immediately. Each further frame differs from the previous one in
/// more than its time. A slow consumer gets fewer frames, never stale ones. The sequence ends when
/// the gallery is closed or the task is cancelled. Any number of sequences can run concurrently.
public struct GalleryFrames: AsyncSequence, Sendable {
  /// The visible contents of the gallery at a time.
  public typealias Element = GalleryFrame
  /// The sequence never fails.
  public typealias Failure = Never

  let gallery: Gallery
  let interval: Duration

  /// Creates an iterator over the frames.
  ///
  /// - Returns: An iterator that starts with the current frame.
  public func makeAsyncIterator() -> Iterator {
    Iterator(gallery: gallery, interval: interval)
  }

  /// An iterator over frames.
  public struct Iterator: AsyncIteratorProtocol {
    let gallery: Gallery
    let interval: Duration
    private var last: GalleryFrame?
    private var changeCount = 0

    init(gallery: Gallery, interval: Duration) {
      self.gallery = gallery
      self.interval = interval
    }

    /// Waits for the next frame.
    ///
    /// - Returns: The frame, `nil` if the gallery is closed or the task is cancelled.
    public mutating func next() async -> GalleryFrame? {
      let next = await gallery.nextFrame(after: last, changeCount, interval: interval)
      guard let next else { return nil }
      (last, changeCount) = next
      return last
    }

    /// Waits for the next frame.
    ///
    /// - Parameter actor: The actor of the caller.
    /// - Returns: The frame, `nil` if the gallery is closed or the task is cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> GalleryFrame? {
      await next()
    }
  }
}

extension Gallery {
  /// Returns the frames from now on, at a rate.
  ///
  /// - Parameter rate: The number of frames per second during motion.
  /// - Returns: The frames.
  /// - Precondition: The rate is above 0 and at most 1000.
  public nonisolated func frames(rate: Double = 60) -> GalleryFrames {
    precondition(rate > 0 && rate <= 1000, "a rate of frames is not above 0 and at most 1000")
    return GalleryFrames(gallery: self, interval: .seconds(1 / rate))
  }

  /// Returns the visible contents at a time.
  ///
  /// - Parameter time: The time since the gallery was opened, now by default. A time in the past
  ///   counts as now. A time in the future is extrapolated: without further calls and without
  ///   changes of the source.
  /// - Returns: The visible pages and thumbnails.
  public func frame(at time: Duration? = nil) -> GalleryFrame {
    pass()
    return state.session.frame(at: time ?? timeline.now)
  }
}
