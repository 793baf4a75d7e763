// SPDX-License-Identifier: Apache-2.0

/// The shapes of the pages in order, 8 bytes each.
struct PageShapes: Hashable, Sendable {
  /// The aspect ratios, zero for an unknown shape.
  private var aspectRatios: [Double]

  init(_ sizes: some Sequence<PageShape?>) {
    aspectRatios = sizes.map { $0?.aspectRatio ?? 0 }
  }

  mutating func remove(at index: Int) { aspectRatios.remove(at: index) }

  mutating func insert(_ size: PageShape?, at index: Int) {
    aspectRatios.insert(size?.aspectRatio ?? 0, at: index)
  }

  mutating func move(from source: Int, to destination: Int) {
    aspectRatios.moveElement(from: source, to: destination)
  }

  mutating func removeAll() { aspectRatios.removeAll(keepingCapacity: true) }

  mutating func append(_ size: PageShape?) { aspectRatios.append(size?.aspectRatio ?? 0) }

  mutating func append(_ other: PageShapes, _ range: Range<Int>) {
    aspectRatios += other.aspectRatios[range]
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
