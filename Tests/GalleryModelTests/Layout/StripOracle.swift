// SPDX-License-Identifier: Apache-2.0

import GalleryModel

/// An independent implementation of the definition of the strip: slow, simple, without code of the
/// layout.
///
/// Every item is compared with every other one. `i` and `j` are indexes, all lengths are in points.
struct StripOracle {
  var aspectRatios: [Double?]
  var position: Double
  var expansionRate: Double
  var isVertical: Bool
  let height = 66.0
  let collapsedWidth = 33.0
  let spacing = 4.0
  let margin = 20.0

  init(_ strip: StripCase) {
    aspectRatios = strip.aspectRatios
    position = strip.position
    expansionRate = strip.expansionRate
    isVertical = strip.axis == .vertical
  }

  func expansion(_ i: Int) -> Double {
    var focus = position
    if focus > Double(aspectRatios.count - 1) { focus = Double(aspectRatios.count - 1) }
    if focus < 0 { focus = 0 }
    let distance = abs(Double(i) - focus)
    return distance < 1 ? expansionRate * (1 - distance) : 0
  }

  func growth(_ i: Int) -> Double {
    guard var ratio = aspectRatios[i], ratio > 0, ratio < .infinity else { return 0 }
    if isVertical { ratio = 1 / ratio }
    if ratio < 0.2 { ratio = 0.2 }
    if ratio > 5 { ratio = 5 }
    return height * ratio - collapsedWidth
  }

  func width(_ i: Int) -> Double {
    collapsedWidth + growth(i) * expansion(i)
  }

  /// The distance of the center from the middle of the viewport.
  func center(_ i: Int) -> Double {
    var result = (Double(i) - position) * (collapsedWidth + spacing)
    for j in aspectRatios.indices {
      let extra = (growth(j) + margin) * expansion(j)
      if j < i { result += extra / 2 }
      if j > i { result -= extra / 2 }
    }
    return result
  }

  /// The distance by which item `i` reaches into a viewport; not positive if it is outside.
  func overlap(_ i: Int, reach: Double) -> Double {
    let left = center(i) - width(i) / 2
    let right = center(i) + width(i) / 2
    return min(right + reach, reach - left)
  }
}
