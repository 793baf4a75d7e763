// SPDX-License-Identifier: Apache-2.0

/// The state that a ``Drawer`` shows at one time.
public struct DrawerFrame: Hashable, Sendable {
  /// The time of the frame, since the host's origin.
  public var time = Duration.zero

  /// The area over which the drawer lies, in points.
  public var viewport = Size.zero

  /// The mode: the purpose for which the host uses the drawer.
  public var mode = DrawerMode.empty

  /// The drawer's state together with its gesture or lock.
  public var stage = DrawerStage.fixed(.empty)

  /// The content of the drawer, `nil` without a drawer.
  public var content: DrawerContent?

  /// The visible height of the drawer, in points.
  ///
  /// During an oscillation it may exceed the viewport.
  public var height = 0.0

  /// Whether something moves without a finger.
  public var isAnimating = false

  /// The upper edge of the drawer, in points from the top of the viewport.
  public var y: Double { viewport.height - height }

  /// Creates a frame without a drawer.
  public init() {}
}

#if !hasFeature(Embedded)
  extension DrawerFrame: Codable {}
#endif

/// An event of a ``Drawer``, with its exact time.
public enum DrawerEvent: Hashable, Sendable {
  /// The drawer changes to another state and moves to its height.
  case transition(from: DrawerState, to: DrawerState, at: Duration)

  /// The drawer came to rest after an animation.
  case settled(DrawerState, at: Duration)

  /// The drawer was locked, or the last lock was removed.
  case lockChanged(isLocked: Bool, at: Duration)

  /// A call had the time `found`, before that of the previous call; `at` was used instead.
  case clockWentBackwards(found: Duration, at: Duration)
}

extension Drawer {
  /// Returns the frame at a time.
  ///
  /// It has no side effects: equal calls return equal frames.
  ///
  /// - Parameter time: The time. A time before the last call is replaced by it.
  /// - Returns: The height and the content of the drawer.
  /// - Complexity: O(1).
  public func frame(at time: Duration) -> DrawerFrame {
    var frame = DrawerFrame()
    self.frame(at: time, into: &frame)
    return frame
  }

  /// Writes the frame at a time into an existing one.
  ///
  /// - Parameters:
  ///   - time: The time. A time before the last call is replaced by it.
  ///   - frame: The frame to write. Its contents are replaced.
  /// - Complexity: O(1). Nothing is allocated before ``nextBoundary()``.
  public func frame(at time: Duration, into frame: inout DrawerFrame) {
    let now = moment(of: time)
    guard now >= upcoming else { return write(into: &frame, at: now) }
    state(at: now).write(into: &frame, at: now)
  }

  private func write(into frame: inout DrawerFrame, at time: Int64) {
    frame.time = Duration(galleryTime: time)
    frame.viewport = viewport
    frame.mode = mode
    frame.stage = stage
    frame.content = state.content
    frame.height = shownHeight(at: time)
    frame.isAnimating = upcoming != .never
  }
}
