// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport

@testable import GalleryModel

/// Compares the visible contents immediately before and after an invisible operation.
enum FrameContinuity {
  /// Returns the discontinuity between two sessions at one time, `nil` if there is none.
  static func discontinuity(
    from old: GallerySession, to new: GallerySession, tolerance: Double = 1e-9
  ) -> String? {
    let old = old.state(at: new.clock)
    guard isSmooth(old), isSmooth(new), new.count > 0, old.count > 0 else { return nil }
    // Between two changes without duration pages may jump.
    if let id = new.transaction?.id, let oldID = old.transaction?.id, id != oldID { return nil }
    let isFlipped = old.isJumping || new.isJumping
    // A new jump drops invisible expansions. A settle to a place less than a quarter of a point away
    // ends at once.
    let isNew = new.isJumping && new.driver != old.driver
    let isLanding = if case (.settle, .idle) = (old.driver, new.driver) { true } else { false }
    let slack = isLanding ? 0.25 : isNew ? 0.1 : tolerance
    return discontinuity(
      from: old.frame(at: new.time), to: new.frame(at: new.time), tolerance: slack,
      isFlipped: isFlipped)
  }

  static func isSmooth(_ session: GallerySession) -> Bool {
    guard !session.configuration.reducedMotion, !session.editing.isDraining else { return false }
    guard let transaction = session.transaction else { return true }
    let lengths = transaction.lengths
    return lengths.collapse + lengths.close + lengths.grow > 0
  }

  static func discontinuity(
    from old: GalleryFrame, to new: GalleryFrame, tolerance: Double, isFlipped: Bool
  ) -> String? {
    let strip = Dictionary(uniqueKeysWithValues: new.strip.map { ($0.id, $0) })
    for cell in old.strip {
      guard let next = strip[cell.id] else { continue }
      let scale = tolerance * max(1, abs(cell.center.x), abs(cell.center.y), cell.size.width)
      let isNear =
        cell.center.isNear(next.center, scale)
        && abs(cell.size.width - next.size.width) <= scale
        && abs(cell.size.height - next.size.height) <= scale
        && abs(cell.alpha - next.alpha) <= scale
      if !isNear { return "thumbnail \(cell.index) jumps from \(cell) to \(next)" }
    }
    guard !isFlipped else { return nil }
    let preview = Dictionary(uniqueKeysWithValues: new.preview.map { ($0.id, $0) })
    for cell in old.preview {
      guard let next = preview[cell.id] else { continue }
      let scale = tolerance * max(1, abs(cell.center.x), abs(cell.center.y))
      guard cell.center.isNear(next.center, scale), abs(cell.scale - next.scale) <= scale,
        abs(cell.pageDistance - next.pageDistance) <= scale, abs(cell.alpha - next.alpha) <= scale
      else {
        return "page \(cell.index) jumps from \(cell) to \(next)"
      }
    }
    return nil
  }
}

extension Point {
  fileprivate func isNear(_ other: Point, _ tolerance: Double) -> Bool {
    abs(x - other.x) <= tolerance && abs(y - other.y) <= tolerance
  }
}

extension GallerySession {
  var isJumping: Bool {
    if case .jump = driver { true } else { false }
  }

  /// Whether the preview shows the target of a jump that has ended, which still moves.
  var isShowingATarget: Bool {
    if case .idle(_, .some) = driver { true } else { false }
  }
}
