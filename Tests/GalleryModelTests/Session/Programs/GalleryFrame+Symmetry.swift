// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport

@testable import GalleryModel

extension GalleryFrame {
  /// The mirrored frame.
  var mirrored: GalleryFrame {
    var copy = self
    for place in preview.indices {
      copy.preview[place].center.x = viewport.preview.width - preview[place].center.x
      copy.preview[place].parallaxOffset = -preview[place].parallaxOffset
    }
    for place in strip.indices {
      copy.strip[place].center.x = viewport.strip.width - strip[place].center.x
    }
    return copy
  }

  /// The frame with both axes swapped.
  var transposed: GalleryFrame {
    var copy = self
    copy.viewport = viewport.transposed
    for place in preview.indices {
      copy.preview[place].center = preview[place].center.transposed
      copy.preview[place].size = preview[place].size.transposed
      copy.preview[place].contentRect = preview[place].contentRect.transposed
    }
    for place in strip.indices {
      copy.strip[place].center = strip[place].center.transposed
      copy.strip[place].size = strip[place].size.transposed
      copy.strip[place].crop = strip[place].crop.transposed
    }
    return copy
  }

  /// Whether all numbers approximate those of another frame, and everything else is equal.
  func isApproximately(_ other: GalleryFrame, tolerance: Double) -> Bool {
    func isNear(_ one: [Double], _ two: [Double]) -> Bool {
      zip(one, two).allSatisfy { $0.isApproximately($1, tolerance: tolerance * max(1, abs($0))) }
    }
    return time == other.time && viewport == other.viewport && activeIndex == other.activeIndex
      && activePage == other.activePage && isAnimating == other.isAnimating
      && isEmpty == other.isEmpty && stage == other.stage
      && isNear(
        [position, focus, expansionRate], [other.position, other.focus, other.expansionRate])
      && preview.map(\.names) == other.preview.map(\.names)
      && strip.map(\.names) == other.strip.map(\.names)
      && zip(preview, other.preview).allSatisfy { isNear($0.numbers, $1.numbers) }
      && zip(strip, other.strip).allSatisfy { isNear($0.numbers, $1.numbers) }
  }
}

extension PreviewCell {
  fileprivate var names: [Int] { [Int(id.rawValue), index, contentVersion, zIndex] }

  /// All numbers of the cell.
  var numbers: [Double] {
    [center.x, center.y, size.width, size.height, alpha, scale, pageDistance, parallaxOffset]
      + [contentBlend, contentRect.minX, contentRect.minY, contentRect.maxX, contentRect.maxY]
  }
}

extension StripCell {
  fileprivate var names: [Int] { [Int(id.rawValue), index, zIndex] }

  /// All numbers of the cell.
  var numbers: [Double] {
    [center.x, center.y, size.width, size.height, alpha, expansion]
      + [crop.minX, crop.minY, crop.maxX, crop.maxY]
  }
}
