// SPDX-License-Identifier: Apache-2.0

import Foundation

extension ReferenceGallery {
  private var hasPreview: Bool { area.previewMain > 0 && area.previewCross > 0 }
  private var hasStrip: Bool { area.stripMain > 0 && area.stripCross > 0 }

  /// Points of a page, zero without an area.
  var previewStride: Double { hasPreview ? area.previewMain : 0 }
  var stripStride: Double { hasStrip ? pitch : 0 }

  /// The lengths of the rubber bands in pages: those of the areas.
  var previewBand: Double { hasPreview ? 1 : 0 }
  var stripBand: Double { hasStrip ? area.stripMain / pitch : 0 }

  /// The nearest page becomes active if it is nearer by more than the hysteresis.
  mutating func follow() {
    guard count > 0 else { return }
    if kind == .jump {
      active = target
      return
    }
    let upper = Double(active) + 0.5 + hysteresis
    let lower = Double(active) - 0.5 - hysteresis
    compare(position, with: upper, within: 1e-11)
    compare(position, with: lower, within: 1e-11)
    if position >= upper { active = Int(inside(nearest(position - hysteresis))) }
    if position < lower { active = Int(inside(nearest(position + hysteresis))) }
  }

  /// Changes the areas of the gallery; a drag continues from the current position.
  mutating func setArea(_ new: Area) {
    let before = position
    let old = finger?.band ?? 0
    area = new
    guard kind == .drag, var finger else { return }
    finger.stride = finger.onStrip ? stripStride : previewStride
    let band = finger.onStrip ? stripBand : previewBand
    if finger.stride > 0, band != old {
      finger.band = band
      if finger.raw < 0 || finger.raw > last { hold(&finger, position: before) }
    }
    finger.anchor = finger.raw
    finger.origin = finger.translation
    self.finger = finger
    follow()
  }

  /// Begins to hold a position beyond an end with another rubber band.
  private mutating func hold(_ finger: inout Finger, position: Double) {
    let shown = position - excess.value(at: now)
    let over = abs(shown - inside(shown))
    let side: Double = shown < 0 ? -1 : 1
    let taken = min(over, 0.8 * finger.band)
    compare(over, with: 0.8 * finger.band)
    finger.raw = inside(shown) + (taken > 0 ? side * (taken / 0.55) / (1 - taken / finger.band) : 0)
    let rest = side * (over - taken)
    guard rest != 0 else { return }
    excess = Glide(
      from: rest + excess.value(at: now), to: 0, start: now,
      length: reduced ? 0 : Int64((0.15e9 / speed).rounded()))
  }

  /// Changes the shape of a page; an open thumbnail is animated.
  mutating func setRatio(_ new: Double, of index: Int) {
    let old = ratio(index)
    ratios[index] = new
    ratioGlides[index] = nil
    // Whether an almost closed thumbnail counts as open depends on the rounding of its expansion.
    let isClosing = weights[index].map { now < $0.start + $0.length } ?? false
    let isNear = abs(Double(index) - inside(position)) < 1 && now < rate.start + rate.length
    if expansion(index) < 1e-9, isClosing || isNear { isUncertain = true }
    guard expansion(index) > 0, old != new, !reduced else { return }
    ratioGlides[index] = Glide(
      from: old, to: new, start: now, length: Int64((0.15e9 / speed).rounded()))
  }
}
