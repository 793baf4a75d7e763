// SPDX-License-Identifier: Apache-2.0

/// What a ``Drawer`` shows at one time.
public struct DrawerFrame: Hashable, Sendable {
  /// The time of the frame, since the host's origin.
  public var time = Duration.zero

  /// The area over which the drawer lies, in points.
  public var viewport = Size.zero

  /// What the host wants the drawer to be for.
  public var mode = DrawerMode.empty

  /// What the drawer does.
  public var stage = DrawerStage.fixed(.empty)

  /// What is on the drawer, `nil` without one.
  public var content: DrawerContent?

  /// How much of the drawer is seen, in points.
  ///
  /// A swinging one may pass the edges of the viewport.
  public var height = 0.0

  /// Whether something moves without a finger.
  public var isAnimating = false

  /// The upper edge of the drawer, in points from the top of the viewport.
  public var y: Double { viewport.height - height }

  /// Creates the frame of no drawer.
  public init() {}
}

#if !hasFeature(Embedded)
  extension DrawerFrame: Codable {}
#endif

/// Something that happened to a ``Drawer``, at an exact time.
public enum DrawerEvent: Hashable, Sendable {
  /// The drawer has another state from now on, and moves to its height.
  case transition(from: DrawerState, to: DrawerState, at: Duration)

  /// The drawer came to rest after an animation.
  case settled(DrawerState, at: Duration)

  /// The drawer was locked, or the last lock was taken off.
  case lockChanged(isLocked: Bool, at: Duration)

  /// A call carried the time `found`, earlier than the call before it; it was taken to happen at
  /// `at`.
  case clockWentBackwards(found: Duration, at: Duration)
}

extension Drawer {
  /// Returns what is shown at a time.
  ///
  /// It changes nothing: the same question has the same answer.
  ///
  /// - Parameter time: The time to look at. Times before the last call count as that one.
  /// - Returns: The place of the drawer and what is on it.
  /// - Complexity: O(1).
  public func frame(at time: Duration) -> DrawerFrame {
    var frame = DrawerFrame()
    self.frame(at: time, into: &frame)
    return frame
  }

  /// Writes what is shown at a time into a frame.
  ///
  /// - Parameters:
  ///   - time: The time to look at. Times before the last call count as that one.
  ///   - frame: The frame that receives the answer. What it held before is forgotten.
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
