// SPDX-License-Identifier: Apache-2.0

extension Drawer {
  /// Sets the mode of the drawer, and shows its initial content.
  ///
  /// It takes precedence over everything: a drag ends, and its later calls are ignored; a locked
  /// drawer moves too.
  ///
  /// - Parameters:
  ///   - mode: The mode.
  ///   - time: The time of the change.
  public mutating func set(_ mode: DrawerMode, at time: Duration) {
    let now = enter(at: time)
    self.mode = mode
    let velocity = drag == nil ? height.velocity(at: now) : 0
    stopDrag(at: now)
    let target = mode.initialState
    // A drawer that is at the target or moving to it is not changed.
    guard target != state || height.target != height(of: target) else { return }
    go(to: target, velocity: velocity, at: now)
  }

  /// Taps the drawer.
  ///
  ///     hidden, normal or advanced            normal
  ///     hidden, editNormal or editAdvanced    editNormal
  ///     normal                                hidden, or advanced with ``Configuration/tapExpands``
  ///     advanced                              normal
  ///     editNormal                            editAdvanced
  ///     editAdvanced                          editNormal
  ///
  /// - Parameter time: The time of the tap.
  /// - Returns: `false` without a drawer, during a drag, and if it is locked: then nothing changes.
  @discardableResult
  public mutating func tap(at time: Duration) -> Bool {
    let now = enter(at: time)
    guard !isLocked, drag == nil, let target = stateAfterTap else { return false }
    go(to: target, velocity: height.velocity(at: now), at: now)
    return true
  }

  private var stateAfterTap: DrawerState? {
    switch state {
    case .empty: nil
    case .hidden(let content): .shown(content.short)
    case .shown(.normal): configuration.tapExpands ? .shown(.advanced) : .hidden(.normal)
    case .shown(.advanced): .shown(.normal)
    case .shown(.editNormal): .shown(.editAdvanced)
    case .shown(.editAdvanced): .shown(.editNormal)
    }
  }

  /// Sets the height of a content.
  ///
  /// If it is visible, the drawer moves to its new height; during a drag it keeps the shown height.
  ///
  /// - Parameters:
  ///   - height: The height of the content. It is limited to the height of the viewport.
  ///   - content: The content.
  ///   - time: The time of the change.
  /// - Throws: `DrawerError.invalidHeight` if the height is not in `0...1e9`.
  public mutating func setHeight(
    _ height: DrawerContentHeight, of content: DrawerContent, at time: Duration
  ) throws(DrawerError) {
    try height.validate()
    let now = enter(at: time)
    guard contentHeights[content] != height else { return }
    contentHeights[content] = height
    adoptDetents(at: now)
  }

  /// Shows the drawer over an area of another size.
  ///
  /// The state is kept. A drawer at rest is at its new place at once; a moving one continues to it,
  /// at the same distance from the lower edge.
  ///
  /// - Parameters:
  ///   - viewport: The new area, in points; sides in `0...1e9`.
  ///   - time: The time of the change.
  /// - Throws: `DrawerError.invalidViewport` if a side is out of range.
  public mutating func setViewport(
    _ viewport: Size, at time: Duration
  ) throws(DrawerError) {
    guard viewport.isUsable else { throw .invalidViewport(viewport) }
    let now = enter(at: time)
    guard viewport != self.viewport else { return }
    self.viewport = viewport
    if drag == nil, !height.isMoving {
      height = TimedMotion(restingAt: height(of: state))
    } else {
      adoptDetents(at: now)
    }
  }

  private mutating func adoptDetents(at time: Int64) {
    if var drag {
      drag.adopt(limits: limits, viewport: viewport.height, at: time, pace: configuration.pace)
      self.drag = drag
    } else if height.target != height(of: state) {
      retarget(velocity: height.velocity(at: time), at: time)
    }
  }

  /// Locks the drawer: taps and drags are ignored until every lock is removed.
  ///
  /// A drag ends, and the drawer returns to its state.
  ///
  /// - Parameters:
  ///   - reason: The reason. The same reason can be locked more than once.
  ///   - time: The time of the call.
  public mutating func lock(_ reason: DrawerLockReason, at time: Duration) {
    let now = enter(at: time)
    let wasLocked = isLocked
    locks.append(reason)
    guard !wasLocked else { return }
    outbox.append(.lockChanged(isLocked: true, at: Duration(galleryTime: now)))
    guard drag != nil else { return }
    stopDrag(at: now)
    go(to: state, velocity: 0, at: now)
  }

  /// Removes a lock.
  ///
  /// After the last one the drawer is in its state from before, or in the one that the host has set
  /// since.
  ///
  /// - Parameters:
  ///   - reason: The reason of the lock.
  ///   - time: The time of the call.
  /// - Returns: `false` if there is no lock for that reason.
  @discardableResult
  public mutating func unlock(_ reason: DrawerLockReason, at time: Duration) -> Bool {
    let now = enter(at: time)
    guard let place = locks.lastIndex(of: reason) else { return false }
    locks.remove(at: place)
    if !isLocked {
      outbox.append(.lockChanged(isLocked: false, at: Duration(galleryTime: now)))
    }
    return true
  }
}
