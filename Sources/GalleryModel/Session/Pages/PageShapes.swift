// SPDX-License-Identifier: Apache-2.0

/// The shapes of the pages in their order, 8 bytes for each.
struct PageShapes: Hashable, Sendable {
  /// Zero for an unknown shape.
  private var aspectRatios: [Double]

  init(_ sizes: some Sequence<PageSize?>) {
    aspectRatios = sizes.map { $0?.aspectRatio ?? 0 }
  }

  /// Width divided by height of a page, `nil` if it is unknown.
  subscript(index: Int) -> Double? {
    get {
      let ratio = aspectRatios[index]
      return ratio > 0 ? ratio : nil
    }
    set { aspectRatios[index] = newValue ?? 0 }
  }
}
