// SPDX-License-Identifier: Apache-2.0

// The values that determine a frame, as functions of time.
extension GallerySession {
  /// Returns the page position `p`: `i` exactly when page `i` rests in the middle.
  func position(at time: Int64) -> Double {
    // A single switch, because each one copies the driver.
    switch scroll.driver {
    case .idle(let position, _): position
    case .drag(let drag): drag.position(at: time, limits: limits(at: time))
    case .settle(let settle): settle.position(at: time)
    case .jump(let jump): jump.motion.value(at: time)
    }
  }

  /// Returns the page position that the preview shows, without the shift of a change.
  ///
  /// If the preview is dragged, it is the position. While the strip is dragged it moves by whole
  /// pages, and during a jump it is the target from the start, until a change that moves the target
  /// has done so. The trail keeps it continuous when the driver changes.
  func focus(at time: Int64) -> Double {
    focusWithoutTrail(at: time) + scroll.trail.value(at: time)
  }

  func focusWithoutTrail(at time: Int64) -> Double {
    switch scroll.driver {
    case .jump(let jump): return place(of: jump.page, at: time)
    case .idle(_, let page?): return place(of: page, at: time)
    case .idle, .drag, .settle: break
    }
    let position = position(at: time)
    return surface == .preview ? position : position.roundedHalfUp().clamped(to: limits(at: time))
  }

  /// Returns the place of a page during a change, less the displacement of the focus.
  private func place(of page: Int, at time: Int64) -> Double {
    Double(page) + (transaction?.layout(at: time).placement(of: page).travel ?? 0)
  }

  /// Returns the part of the state that determines the strip.
  func stripState(at time: Int64) -> ThumbnailStripLayout.State {
    ThumbnailStripLayout.State(
      checkedPosition: position(at: time),
      expansionRate: scroll.rate.value(at: time).clamped(to: 0...1),
      explicitExpansions: scroll.expansions.items(at: time))
  }

  func stripArrangement(at time: Int64) -> ThumbnailStripLayout.Arrangement {
    // A closure that captured `self` would copy the whole session.
    let shapes = pages.shapes
    return stripArrangement(
      of: stripState(at: time), during: transaction?.layout(at: time), at: time
    ) { shapes[$0] }
  }

  func stripArrangement(
    of state: ThumbnailStripLayout.State, during transition: LayoutTransition?, at time: Int64,
    aspectRatio: (Int) -> Double?
  ) -> ThumbnailStripLayout.Arrangement {
    let ratios = expandedRatios(at: time)
    return stripLayout.arrangement(of: state, itemCount: pages.count, transition: transition) {
      ratios.ratio(of: $0, aspectRatio: aspectRatio)
    }
  }

  func expandedRatios(at time: Int64) -> ExpandedRatios {
    ExpandedRatios(configuration: stripLayout.configuration, tweens: scroll.ratioTweens, time: time)
  }

  func previewArrangement(at time: Int64) -> PreviewLayout.Arrangement {
    PreviewLayout.Arrangement(
      layout: previewLayout, focus: focus(at: time), itemCount: pages.count,
      transition: transaction?.layout(at: time))
  }

  /// Whether something moves without a finger.
  var isAnimating: Bool {
    if let transaction, transaction.stage != .waiting { return true }
    return scroll.isAnimating
  }
}
