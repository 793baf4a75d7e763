// SPDX-License-Identifier: Apache-2.0

/// An independent implementation of the strip in the state of a gallery, slow and simple, without
/// code of the layout: every page is compared with every other one.
///
/// With `c` the position clamped to the pages, page `i` is open by
/// `e(i) = min(1, rate * max(0, 1 - |i - c|) + weight(i))`, is `w + A(i) e(i)` long, and lies
/// `(i - p) P + 1/2 * sum over j != i of sgn(i - j) K(j) e(j)` from the middle of the strip.
struct StripDefinition {
  var position: Double
  var expansionRate: Double
  var weights: [Int: Double]
  /// Main length divided by cross length of every open thumbnail.
  var ratios: [Double]
  var height: Double
  var defaultRatio = 0.5
  var spacing = 4.0
  /// The visible part of the narrowest page never takes less space than a closed page.
  private var margin: Double { max(20, height * defaultRatio - height * 0.2) }

  private var collapsed: Double { height * defaultRatio }

  func expansion(_ i: Int) -> Double {
    var place = position
    if place > Double(ratios.count - 1) { place = Double(ratios.count - 1) }
    if place < 0 { place = 0 }
    let distance = abs(Double(i) - place)
    let near = distance < 1 ? expansionRate * (1 - distance) : 0
    let sum = near + (weights[i] ?? 0)
    return sum > 1 ? 1 : sum
  }

  func length(_ i: Int) -> Double {
    collapsed + (height * ratios[i] - collapsed) * expansion(i)
  }

  func extraLength(_ i: Int) -> Double {
    (height * ratios[i] - collapsed + margin) * expansion(i)
  }

  /// The distance of the center from the middle of the viewport, for all pages.
  ///
  /// The sum over all pairs of pages is explicit; only the extra lengths are cached.
  func centers() -> [Double] {
    let extras = ratios.indices.map(extraLength)
    return ratios.indices.map { i in
      var result = (Double(i) - position) * (collapsed + spacing)
      for j in extras.indices {
        if j < i { result += extras[j] / 2 }
        if j > i { result -= extras[j] / 2 }
      }
      return result
    }
  }

  /// Main length divided by cross length of an open thumbnail.
  ///
  /// - Parameters:
  ///   - aspectRatio: Width divided by height of the page, `nil` if it is unknown.
  ///   - isVertical: Whether the strip scrolls from top to bottom.
  /// - Returns: The ratio within the limits of the strip.
  static func ratio(ofPage aspectRatio: Double?, isVertical: Bool) -> Double {
    guard let aspectRatio else { return 0.5 }
    let ratio = isVertical ? 1 / aspectRatio : aspectRatio
    if ratio < 0.2 { return 0.2 }
    return ratio > 5 ? 5 : ratio
  }
}
