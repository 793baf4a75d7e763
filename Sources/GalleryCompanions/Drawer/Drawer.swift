// SPDX-License-Identifier: Apache-2.0

/// The panel with the details of a page, which is pulled up from the lower edge of the viewport.
///
///     +-----------------+ 0
///     |                 |
///     |    the page     |      y = viewport height - height
///     |                 |
///     +-----------------+ y    advanced: all details
///     |                 |
///     | - - - - - - - - |      normal: the most important ones
///     | - - - - - - - - |      hidden: an edge to pull
///     +-----------------+ viewport height
///
/// The host chooses the mode; taps and drags choose how much of it is visible. The host takes
/// precedence: its calls end a gesture, and the drawer continues from its shown height.
///
/// ```swift
/// var drawer = try Drawer(viewport: Size(width: 375, height: 667))
/// try drawer.setHeight(.measured(320), of: .advanced, at: .zero)
/// drawer.set(.normal, at: .zero)
/// drawer.beginDrag(at: .seconds(1))
/// try drawer.drag(translation: -60, at: .milliseconds(1016))
/// try drawer.endDrag(velocity: -400, at: .milliseconds(1032))
/// ```
///
/// A drawer reads no clock: each call has a time, relative to an origin that the host chooses. The
/// same calls at the same times give bit-identical frames, however often ``advance(to:)`` is called
/// in between. Every call and frame takes O(1).
public struct Drawer: Hashable, Sendable {
  /// The configuration of the drawer.
  public let configuration: Configuration

  /// The area over which the drawer lies, in points.
  public internal(set) var viewport: Size

  /// The mode: the purpose for which the host uses the drawer.
  public internal(set) var mode = DrawerMode.empty

  /// The state in which the drawer rests, or to which it is moving.
  public internal(set) var state = DrawerState.empty

  /// The heights of the contents.
  struct ContentHeights: Hashable, Sendable {
    var normal = DrawerContentHeight.unknown
    var advanced = DrawerContentHeight.unknown
    var editNormal = DrawerContentHeight.unknown
    var editAdvanced = DrawerContentHeight.unknown

    subscript(content: DrawerContent) -> DrawerContentHeight {
      get {
        switch content {
        case .normal: normal
        case .advanced: advanced
        case .editNormal: editNormal
        case .editAdvanced: editAdvanced
        }
      }
      set {
        switch content {
        case .normal: normal = newValue
        case .advanced: advanced = newValue
        case .editNormal: editNormal = newValue
        case .editAdvanced: editAdvanced = newValue
        }
      }
    }
  }

  @usableFromInline
  package var clock: Int64
  var contentHeights = ContentHeights()

  /// The visible height of the drawer, without a drag.
  var height = TimedMotion(restingAt: 0)

  var drag: DrawerDrag?
  var locks: [DrawerLockReason] = []
  @usableFromInline
  package var outbox = Outbox<DrawerEvent>()

  /// Creates a drawer in the mode ``DrawerMode/empty``.
  ///
  /// - Parameters:
  ///   - viewport: The area over which the drawer lies, in points; sides in `0...1e9`.
  ///   - configuration: The configuration of the drawer.
  ///   - time: The time of creation. Zero by default.
  /// - Throws: `DrawerError` if a number is out of range.
  public init(
    viewport: Size, configuration: Configuration = Configuration(), at time: Duration = .zero
  ) throws(DrawerError) {
    try configuration.validate()
    guard viewport.isUsable else { throw .invalidViewport(viewport) }
    self.configuration = configuration
    self.viewport = viewport
    clock = Int64(galleryTime: time)
  }

  /// The time of the last call.
  public var time: Duration { Duration(galleryTime: clock) }

  /// The drawer's state together with its gesture or lock.
  public var stage: DrawerStage {
    if isLocked { return .disabled(state) }
    return drag == nil ? .fixed(state) : .motion(state)
  }

  /// Whether taps and drags are ignored.
  public var isLocked: Bool { !locks.isEmpty }
}

// MARK: - Detents

extension Drawer {
  /// The heights at which the drawer rests in its mode, from the lowest on.
  public var detents: [DrawerDetent] {
    guard let (short, long) = mode.contents else { return [detent(.empty)] }
    // A hidden drawer shows the edge of its last content.
    var detents = [
      detent(.hidden(state.content ?? short)), detent(.shown(short)), detent(.shown(long)),
    ]
    // Insertion sort: few elements, nearly sorted. It is stable for equal heights.
    for end in 1..<detents.count {
      var place = end
      while place > 0, detents[place].height < detents[place - 1].height {
        detents.swapAt(place, place - 1)
        place -= 1
      }
    }
    return detents
  }

  private func detent(_ state: DrawerState) -> DrawerDetent {
    DrawerDetent(state: state, height: height(of: state))
  }

  /// Returns the height of the drawer in a state.
  ///
  /// - Parameter state: The state.
  /// - Returns: Points, in `0...` the height of the viewport.
  public func height(of state: DrawerState) -> Double {
    let height =
      switch state {
      case .empty: 0.0
      case .hidden: configuration.peekHeight
      case .shown(let content): contentHeights[content].points ?? configuration.defaultHeight
      }
    return Swift.min(height, viewport.height)
  }

  /// Returns the shown height at a time.
  func shownHeight(at time: Int64) -> Double {
    drag?.height(at: time) ?? height.value(at: time)
  }
}

// MARK: - Time

extension Drawer: TimedModel {
  @usableFromInline
  package var upcoming: Int64 { Swift.min(height.end, drag?.motion.excess.end ?? .never) }

  @usableFromInline
  package mutating func pass(at time: Int64) {
    drag?.finishExcess(at: time)
    guard height.end <= time else { return }
    height.finish(at: time)
    outbox.append(.settled(state, at: Duration(galleryTime: time)))
  }

  @usableFromInline
  package static func clockWentBackwards(found: Duration, at time: Duration) -> DrawerEvent {
    .clockWentBackwards(found: found, at: time)
  }

  /// Advances to a time: everything that ends up to then ends at its own exact time.
  ///
  /// - Parameter time: The time. A time before that of the last call is replaced by it and
  ///   reported.
  /// - Returns: The events since the last `advance`, in order.
  public mutating func advance(to time: Duration) -> [DrawerEvent] {
    _ = enter(at: time)
    return outbox.take()
  }

  /// Returns the next time at which something ends.
  ///
  /// - Returns: A time after the last call, `nil` if nothing will happen without a call.
  public func nextBoundary() -> Duration? { boundary }

  /// Returns whether something moves without a finger.
  ///
  /// - Parameter time: The time, not before the last call.
  /// - Returns: `false` for a drawer at rest and under a finger that rests.
  public func isAnimating(at time: Duration) -> Bool {
    state(at: moment(of: time)).upcoming != .never
  }
}
