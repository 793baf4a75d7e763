// SPDX-License-Identifier: Apache-2.0

extension GallerySession {
  /// Begins a drag of a surface, which becomes the driver.
  ///
  /// Running motions stop at their current values.
  ///
  /// - Parameters:
  ///   - surface: The surface under the finger.
  ///   - time: The time of the touch.
  /// - Returns: `false` without pages. If all pages are being deleted, they can still be dragged,
  ///   because the deletion may be rolled back.
  @discardableResult
  public mutating func beginDrag(_ surface: GallerySurface, at time: Duration) -> Bool {
    let now = enter(at: time)
    guard pages.count > 0 else { return false }
    let focusBefore = focus(at: now)
    let isJumping = if case .jump = driver { true } else { false }
    leaveJump(at: now)
    scroll.follow(
      Drag(
        surface: surface, position: position(at: now), limits: limits(at: now),
        track: track(of: surface),
        at: now, excessDuration: fadeDuration))
    let gap = focusBefore - focusWithoutTrail(at: now)
    // After a long jump that was stopped, the preview skips all but one page.
    scroll.fadeTrail(
      from: isJumping ? gap.clamped(to: -1...1) : gap, at: now, duration: fadeDuration)
    expand(to: surface == .preview ? 1 : 0, at: now)
    finish(at: now)
    return true
  }

  /// Updates the drag.
  ///
  /// Ignored unless a drag is active.
  ///
  /// - Parameters:
  ///   - translation: The translation of the finger since the touch along the scroll axis of the
  ///     screen, in points.
  ///   - time: The time of the move.
  /// - Returns: `false` if there is no drag.
  /// - Throws: `GalleryError.notFinite` for a translation that is infinite or NaN.
  @discardableResult
  public mutating func drag(
    translation: Double, at time: Duration
  ) throws(GalleryError) -> Bool {
    guard translation.isFinite else { throw .notFinite(.translation, found: translation) }
    let now = enter(at: time)
    let translation = translation * configuration.inputSign
    guard scroll.changeDrag({ $0.move(to: translation, at: now) }) else { return false }
    finish(at: now)
    return true
  }

  /// Ends the drag.
  ///
  /// The surface comes to rest on a page. Ignored unless a drag is active.
  ///
  /// - Parameters:
  ///   - velocity: The velocity of the finger along the scroll axis of the screen, in points per
  ///     second; clamped to ±100,000. It counts as zero if the last move is 0.1 s old or older.
  ///   - time: The time of the release.
  /// - Returns: `false` if there is no drag.
  /// - Throws: `GalleryError.notFinite` for a velocity that is infinite or NaN.
  @discardableResult
  public mutating func endDrag(velocity: Double, at time: Duration) throws(GalleryError) -> Bool {
    guard velocity.isFinite else { throw .notFinite(.velocity, found: velocity) }
    return release(velocity: velocity, at: time)
  }

  /// Ends a drag that the system cancelled: as a release without velocity.
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
    let release = Release(
      position: position(at: now),
      velocity: drag.releaseVelocity(ofFinger: velocity, at: now) * configuration.inputSign,
      stride: drag.stride,
      threshold: threshold(of: drag.surface))
    let plan = Settle.plan(release, after: drag, limits: finalLimits)
    scroll.follow(
      Settle(
        surface: drag.surface, target: plan.target, path: plan.path, at: now,
        pace: configuration.pace))
    finish(at: now)
    return true
  }
}

// MARK: - Numbers of a surface

extension GallerySession {
  /// Returns a quarter of a point in pages.
  func threshold(of surface: GallerySurface) -> Double {
    0.25 / (surface == .preview ? previewLayout.pitch : stripLayout.configuration.pitch)
  }

  /// Returns the conversion of a finger's translation to pages.
  func track(of surface: GallerySurface) -> DragTrack {
    let size = viewport[surface]
    let length = size.length(along: configuration.axis)
    let pitch = surface == .preview ? length : stripLayout.configuration.pitch
    let isEmpty = size.width == 0 || size.height == 0
    let dimension = surface == .preview ? 1 : length / pitch
    return DragTrack(
      stride: isEmpty ? 0 : pitch,
      // Without an area the quotient may be 0 / 0.
      band: RubberBand(validDimension: isEmpty ? 0 : min(dimension, .greatestFiniteMagnitude)))
  }
}
