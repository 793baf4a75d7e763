// SPDX-License-Identifier: Apache-2.0

public import GalleryModel

/// What a gallery shows, again and again: at a wanted rate while it moves, and not at all while it
/// rests.
///
/// The first frame comes at once. After that, each differs from the one before in more than its
/// time. A slow consumer gets fewer frames and never old ones. The sequence ends when the gallery
/// is closed or the task is cancelled; any number of sequences may run beside each other.
public struct GalleryFrames: AsyncSequence, Sendable {
  /// What the gallery shows at a time.
  public typealias Element = GalleryFrame
  /// Frames do not fail.
  public typealias Failure = Never

  let gallery: Gallery
  let interval: Duration

  /// Starts to show frames.
  ///
  /// - Returns: An iterator whose first frame is the present one.
  public func makeAsyncIterator() -> Iterator {
    Iterator(gallery: gallery, interval: interval)
  }

  /// Frames one after the other.
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
    /// - Parameter actor: The actor that calls.
    /// - Returns: The frame, `nil` if the gallery is closed or the task is cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> GalleryFrame? {
      await next()
    }
  }
}

extension Gallery {
  /// Returns what the gallery shows from now on, at a rate.
  ///
  /// - Parameter rate: The number of frames a second while something moves.
  /// - Returns: The frames.
  /// - Precondition: The rate is above 0 and at most 1000.
  public nonisolated func frames(rate: Double = 60) -> GalleryFrames {
    precondition(rate > 0 && rate <= 1000, "a rate of frames is not above 0 and at most 1000")
    return GalleryFrames(gallery: self, interval: .seconds(1 / rate))
  }

  /// Returns what the gallery shows at a time.
  ///
  /// - Parameter time: The distance from the opening of the gallery. Now by default; the past counts
  ///   as now, and the future shows what will be if nobody does anything and the source makes no
  ///   change.
  /// - Returns: The visible pages and thumbnails.
  public func frame(at time: Duration? = nil) -> GalleryFrame {
    pass()
    return session.frame(at: time ?? timeline.now)
  }
}
