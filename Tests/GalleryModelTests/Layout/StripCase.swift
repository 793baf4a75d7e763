// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport

/// One strip in one state: the input of a test, printed if the test fails.
struct StripCase: Equatable {
  var aspectRatios: [Double?] = Self.document
  var position = 0.0
  var expansionRate = 1.0
  var axis = Axis.horizontal
  var layoutDirection = LayoutDirection.leftToRight
  var viewportLength = 375.0
  var overscan = 0.0
  var unit = 1.0

  /// Two upright pages, a photo and a wide photo, a narrow receipt and a panorama.
  static let document: [Double?] = [0.75, 1.5, 0.7071, 1.3333, 0.2, 5]

  var itemCount: Int { aspectRatios.count }

  func layout() throws -> ThumbnailStripLayout {
    let configuration = try ThumbnailStripLayout.Configuration(
      thumbnailHeight: 66 * unit,
      interItemSpacing: 4 * unit,
      expandedMargin: 20 * unit,
      axis: axis,
      layoutDirection: layoutDirection,
      overscan: overscan * unit
    )
    let size = Size(width: viewportLength * unit, height: 66 * unit)
    return try ThumbnailStripLayout(
      configuration: configuration, viewportSize: axis == .horizontal ? size : size.transposed)
  }

  func arrangement() throws -> ThumbnailStripLayout.Arrangement {
    try layout().arrangement(
      of: ThumbnailStripLayout.State(position: position, expansionRate: expansionRate),
      itemCount: itemCount,
      aspectRatio: { aspectRatios[$0] }
    )
  }

  func items() throws -> [LayoutAttributes] {
    let arrangement = try arrangement()
    return (0..<itemCount).map(arrangement.layoutAttributesForItem(at:))
  }
}

// MARK: - Random cases

extension StripCase {
  static func random(using generator: inout SeededGenerator) -> StripCase {
    let count = Int.random(in: 0...200, using: &generator)
    let shapes: [Double?] = [nil, 0.2, 0.5, 0.7071, 1, 1.5, 5, 1e-9, 1e9, 0, -1, .nan, .infinity]
    let aspectRatios = (0..<count).map { _ in
      generator.chance(0.3)
        ? shapes.randomElement(using: &generator) ?? nil
        : Double.random(in: 0.1...8, using: &generator)
    }
    var position = Double.random(in: -3...Double(count) + 2, using: &generator)
    if generator.chance(0.3) { position.round() }
    if generator.chance(0.1) { position = position.rounded() + 0.5 }
    return StripCase(
      aspectRatios: aspectRatios,
      position: position,
      expansionRate: generator.chance(0.6) ? 1 : .random(in: 0...1, using: &generator),
      axis: generator.chance(0.5) ? .horizontal : .vertical,
      layoutDirection: generator.chance(0.5) ? .leftToRight : .rightToLeft,
      viewportLength: .random(in: 0...2000, using: &generator),
      overscan: generator.chance(0.5) ? 0 : .random(in: 0...100, using: &generator)
    )
  }

  /// Simpler cases that differ in one property.
  var shrinks: [StripCase] {
    var cases: [StripCase] = []
    func add(_ change: (inout StripCase) -> Void) {
      var copy = self
      change(&copy)
      if copy != self { cases.append(copy) }
    }
    for shorter in aspectRatios.shrinks { add { $0.aspectRatios = shorter } }
    for index in aspectRatios.indices where aspectRatios[index] != 1 {
      add { $0.aspectRatios[index] = 1 }
    }
    for simpler in position.shrinks { add { $0.position = simpler } }
    add { $0.expansionRate = 1 }
    add { $0.axis = .horizontal }
    add { $0.layoutDirection = .leftToRight }
    add { $0.overscan = 0 }
    for simpler in viewportLength.shrinks { add { $0.viewportLength = simpler } }
    return cases
  }
}
