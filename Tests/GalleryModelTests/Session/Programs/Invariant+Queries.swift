// SPDX-License-Identifier: Apache-2.0

@testable import GalleryModel

extension Invariant {
  /// Cells have ascending indexes and the identifiers of their pages, and include the active page.
  static let indexes = Invariant(name: "indexes") { observation in
    let frame = observation.frame
    guard frame.isEmpty == (observation.count == 0) else { return "emptiness" }
    guard frame.activePage == frame.activeIndex.map(GallerySetup.id(ofPageAt:)) else {
      return "name of the active page"
    }
    let all = 0..<observation.count
    guard frame.activeIndex.map(all.contains) ?? all.isEmpty else { return "active page" }
    let strip = frame.strip.map { ($0.index, $0.id) }
    let preview = frame.preview.map { ($0.index, $0.id) }
    for cells in [strip, preview] {
      for (index, id) in cells {
        guard all.contains(index), id == GallerySetup.id(ofPageAt: index) else {
          return "name of \(index)"
        }
      }
      for (cell, next) in zip(cells, cells.dropFirst()) where next.0 != cell.0 + 1 {
        return "\(next.0) after \(cell.0)"
      }
    }
    return frame.preview.count <= 2 ? nil : "\(frame.preview.count) pages are visible"
  }

  /// The thumbnails of a frame are exactly those that intersect the strip.
  static let visibleStrip = Invariant(name: "visible thumbnails") { observation in
    guard observation.strip.count == observation.count else { return nil }
    let cells = observation.frame.strip
    let area = observation.frame.viewport.strip
    let isShown = area.width > 0 && area.height > 0
    let reach = observation.length(area) / 2 + observation.configuration.overscan
    for item in observation.strip {
      let overlap =
        reach - abs(observation.stripOffset(item)) + observation.length(item.size) / 2
      let cell = cells.first { $0.index == item.index }
      // Within the tolerance both answers are correct.
      if abs(overlap) > 1e-9 * max(1, reach), (overlap > 0 && isShown) != (cell != nil) {
        return "thumbnail \(item.index) overlaps by \(overlap)"
      }
      guard let cell else { continue }
      guard cell.center == item.center, cell.size == item.size, cell.expansion == item.expansion
      else { return "thumbnail \(item.index) has other attributes alone" }
    }
    return nil
  }

  /// The pages of a frame are exactly those that intersect the preview.
  static let visiblePreview = Invariant(name: "visible pages") { observation in
    guard observation.preview.count == observation.count else { return nil }
    let area = observation.frame.viewport.preview
    let isShown = area.width > 0 && area.height > 0
    let pitch = observation.length(area) + observation.configuration.interPageSpacing
    for item in observation.preview {
      let overlap =
        observation.length(area) - abs(Double(item.index) - observation.frame.focus) * pitch
      let cell = observation.frame.preview.first { $0.index == item.index }
      if abs(overlap) > 1e-9 * max(1, pitch), (overlap > 0 && isShown) != (cell != nil) {
        return "page \(item.index) overlaps by \(overlap)"
      }
      guard let cell else { continue }
      guard cell.center == item.center, cell.size == item.size,
        cell.pageDistance == item.pageDistance, cell.parallaxOffset == item.parallaxOffset
      else { return "page \(item.index) has other attributes alone" }
    }
    return nil
  }

  /// The number of size lookups does not depend on the number of pages.
  static let lookups = Invariant(name: "look-ups") { observation in
    let allowed =
      4 + observation.weightCount + observation.frame.strip.count + observation.frame.preview.count
    return observation.askedSizes.count <= allowed
      ? nil : "\(observation.askedSizes.count) instead of \(allowed) at most"
  }

  /// Sizes are requested only for pages that are visible, open or announced.
  static let askedPages = Invariant(name: "asked pages") { observation in
    let frame = observation.frame
    let visible = Set(frame.strip.map(\.index) + frame.preview.map(\.index))
    let place = min(max(frame.position, 0), Double(max(0, observation.count - 1)))
    for index in observation.askedSizes {
      let isOpen =
        (abs(Double(index) - place) < 1 && frame.expansionRate > 0)
        || (observation.weights[index] ?? 0) > 0
      let isKnown = visible.contains(index) || isOpen
      guard isKnown || observation.prefetched.contains(GallerySetup.id(ofPageAt: index)) else {
        return "the size of page \(index)"
      }
    }
    return nil
  }
}
