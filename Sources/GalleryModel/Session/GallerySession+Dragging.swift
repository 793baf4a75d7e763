// SPDX-License-Identifier: Apache-2.0

extension GallerySession {
  /// Puts a finger on a surface, which then drives.
  ///
  /// Whatever moved stops where it is.
  ///
  /// - Parameters:
  ///   - surface: The surface under the finger.
  ///   - time: The time of the touch.
  /// - Returns: `false` without pages. Pages that are all going away can still be dragged: they may
  ///   come back.
  @discardableResult
  public mutating func beginDrag(_ surface: GallerySurface, at time: Duration) -> Bool {
    let now = enter(at: time)
    guard pages.count > 0 else { return false }
    let focusBefore = focus(at: now)
    let isJumping = if case .jump = driver { true } else { false }
    leaveJump(at: now)
    driver = .drag(
      Drag(
        surface: surface, position: position(at: now), limits: limits(at: now),
        track: track(of: surface),
        at: now, excessDuration: fadeDuration))
    self.surface = surface
    let gap = focusBefore - focusWithoutTrail(at: now)
    // After a long jump that was stopped, the preview flips but for one page.
    trail = Tween(
      from: isJumping ? gap.clamped(to: -1...1) : gap, to: 0, at: now, duration: fadeDuration)
    expand(to: surface == .preview ? 1 : 0, at: now)
    finish(at: now)
    return true
  }

  /// Moves the finger.
  ///
  /// Ignored unless a drag goes on.
  ///
  /// - Parameters:
  ///   - translation: The way of the finger since the touch along the scroll axis of the screen, in
  ///     points.
  ///   - time: The time of the move.
  /// - Returns: `false` if there is no drag.
  /// - Throws: `GalleryError.notFinite` for a translation that is infinite or not a number.
  @discardableResult
  public mutating func drag(
    translation: Double, at time: Duration
  ) throws(GalleryError) -> Bool {
    guard translation.isFinite else { throw .notFinite(.translation, found: translation) }
    let now = enter(at: time)
    guard case .drag(var drag) = driver else { return false }
    drag.move(to: translation * configuration.inputSign, at: now)
    driver = .drag(drag)
    finish(at: now)
    return true
  }

  /// Lifts the finger.
  ///
  /// The surface comes to rest on a page. Ignored unless a drag goes on.
  ///
  /// - Parameters:
  ///   - velocity: The velocity of the finger along the scroll axis of the screen, in points per
  ///     second; at most 100,000 count. It counts as zero if the last move is 0.1 s old.
  ///   - time: The time at which the finger leaves.
  /// - Returns: `false` if there is no drag.
  /// - Throws: `GalleryError.notFinite` for a velocity that is infinite or not a number.
  @discardableResult
  public mutating func endDrag(velocity: Double, at time: Duration) throws(GalleryError) -> Bool {
    guard velocity.isFinite else { throw .notFinite(.velocity, found: velocity) }
    return release(velocity: velocity, at: time)
  }

  /// Ends a drag that the system took away: like a finger that leaves without velocity.
  ///
  /// - Parameter time: The time at which the drag ends.
  /// - Returns: `false` if there is no drag.
  @discardableResult
  public mutating func cancelDrag(at time: Duration) -> Bool {
    release(velocity: 0, at: time)
  }

  private mutating func release(velocity: Double, at time: Duration) -> Bool {
    let now = enter(at: time)
    guard case .drag(let drag) = driver else { return false }
    let isFresh = now - drag.lastMove < Self.staleMove
    let limit = Self.greatestVelocity
    let release = Release(
      position: position(at: now),
      velocity: isFresh ? -velocity.clamped(to: -limit...limit) * configuration.inputSign : 0,
      stride: drag.stride,
      threshold: threshold(of: drag.surface))
    let plan = Settle.plan(release, after: drag, limits: finalLimits)
    driver = .settle(
      Settle(
        surface: drag.surface, target: plan.target, path: plan.path, at: now,
        configuration: configuration))
    finish(at: now)
    return true
  }
}

// MARK: - Numbers of a surface

extension GallerySession {
  /// A finger that has not moved for 0.1 s has no velocity.
  private static var staleMove: Int64 { 100_000_000 }

  /// The greatest velocity that counts, in points per second.
  private static var greatestVelocity: Double { 100_000 }

  /// A quarter of a point in pages.
  func threshold(of surface: GallerySurface) -> Double {
    0.25 / (surface == .preview ? previewLayout.pitch : stripLayout.configuration.pitch)
  }

  /// How a surface turns the way of a finger into pages.
  func track(of surface: GallerySurface) -> DragTrack {
    let size = viewport[surface]
    let length = size.length(along: configuration.axis)
    let pitch = surface == .preview ? length : stripLayout.configuration.pitch
    let isEmpty = size.width == 0 || size.height == 0
    let dimension = surface == .preview ? 1 : length / pitch
    return DragTrack(
      stride: isEmpty ? 0 : pitch,
      // Without an area the quotient may be that of two zeros.
      band: RubberBand(validDimension: isEmpty ? 0 : min(dimension, .greatestFiniteMagnitude)))
  }
}
