// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport

@testable import GalleryModel

extension Invariant {
  /// The gap between neighboring thumbnails is never smaller than between collapsed ones.
  static let apart = Invariant(name: "no overlap") { observation in
    let cells = observation.frame.strip
    for (cell, next) in zip(cells, cells.dropFirst()) {
      let distance =
        observation.offset(of: next.center, in: .zero)
        - observation.offset(of: cell.center, in: .zero)
      let gap = distance - (observation.length(cell.size) + observation.length(next.size)) / 2
      guard gap >= observation.configuration.interItemSpacing - 1e-9 * max(1, abs(distance)) else {
        return "gap \(gap) after thumbnail \(cell.index)"
      }
    }
    return nil
  }

  /// The centers of all thumbnails and of all pages are in the order of the pages.
  static let ordered = Invariant(name: "order") { observation in
    for (item, next) in zip(observation.strip, observation.strip.dropFirst())
    where observation.stripOffset(item) >= observation.stripOffset(next) {
      return "thumbnail \(item.index) is not before the next one"
    }
    let area = observation.frame.viewport.preview
    for (item, next) in zip(observation.preview, observation.preview.dropFirst())
    where observation.offset(of: item.center, in: area)
      >= observation.offset(of: next.center, in: area)
    {
      return "page \(item.index) is not before the next one"
    }
    return nil
  }

  /// A gallery at rest shows its active page, open and centered, and no other page open.
  static let rest = Invariant(name: "rest") { observation in
    guard observation.isAtRest, observation.count > 0 else { return nil }
    let frame = observation.frame
    guard let active = frame.activeIndex, (0..<observation.count).contains(active) else {
      return "active \(String(describing: frame.activeIndex))"
    }
    guard frame.position == Double(active), frame.focus == frame.position else {
      return "position \(frame.position), focus \(frame.focus), active \(active)"
    }
    guard frame.expansionRate == 1, observation.weightCount == 0 else { return "not closed" }
    for item in observation.strip where item.expansion != (item.index == active ? 1 : 0) {
      return "thumbnail \(item.index) is open by \(item.expansion)"
    }
    if active < observation.strip.count {
      let offset = observation.stripOffset(observation.strip[active])
      guard offset == 0 else { return "offset \(offset) of the active thumbnail" }
      guard observation.preview[active].pageDistance == 0 else { return "distance of the page" }
    }
    return nil
  }

  /// The strip matches its definition.
  static let definition = Invariant(name: "definition") { observation in
    let oracle = StripDefinition(
      position: observation.frame.position, expansionRate: observation.frame.expansionRate,
      weights: observation.weights, ratios: observation.ratios, height: observation.height)
    // Evaluating the definition takes time quadratic in the number of pages.
    guard observation.ratios.count <= 60 else { return nil }
    for (item, center) in zip(observation.strip, oracle.centers()) {
      let tolerance = 1e-9 * max(1, abs(center))
      let found = observation.stripOffset(item)
      guard found.isApproximately(center, tolerance: tolerance) else {
        return "thumbnail \(item.index) is at \(found) instead of \(center)"
      }
      guard
        item.expansion.isApproximately(oracle.expansion(item.index), tolerance: 1e-9),
        observation.length(item.size)
          .isApproximately(oracle.length(item.index), tolerance: tolerance)
      else { return "size of thumbnail \(item.index)" }
    }
    return nil
  }
}
