// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport

@testable import GalleryModel

extension GallerySetup {
  /// A random gallery: most are short, because short ones reach all failure modes.
  static func random(largest: Int, using generator: inout SeededGenerator) -> GallerySetup {
    var gallery = GallerySetup()
    let reach = [2, 8, 30, largest][weighted([3, 9, 5, 1], using: &generator)]
    gallery.count =
      largest == million ? million : .random(in: 0...min(reach, largest), using: &generator)
    gallery.sizes =
      gallery.count == million
      ? millionSizes
      : (0..<Int.random(in: 1...6, using: &generator)).map { _ in .random(using: &generator) }
    if gallery.count > 0 { gallery.active = .random(in: 0..<gallery.count, using: &generator) }
    gallery.configuration = .random(using: &generator)
    gallery.viewport =
      gallery.configuration.axis == .horizontal ? phone : phone.transposed
    if generator.chance(0.4) { gallery.viewport = .random(like: gallery, using: &generator) }
    if generator.chance(0.5) || !gallery.isValid {
      gallery.viewport = .legal(for: gallery, using: &generator)
    }
    return gallery
  }

  private var isValid: Bool {
    (try? configuration.previewLayout(in: viewport.preview)) != nil
      && (try? configuration.stripLayout(in: viewport.strip)) != nil
  }

  private static func weighted(_ weights: [Int], using generator: inout SeededGenerator) -> Int {
    var rest = Int.random(in: 0..<weights.reduce(0, +), using: &generator)
    return weights.firstIndex { weight in
      rest -= weight
      return rest < 0
    } ?? 0
  }
}

extension GalleryConfiguration {
  fileprivate static func random(using generator: inout SeededGenerator) -> Self {
    var configuration = GalleryConfiguration()
    configuration.axis = generator.chance(0.75) ? .horizontal : .vertical
    configuration.direction = generator.chance(0.7) ? .leftToRight : .rightToLeft
    configuration.reducedMotion = generator.chance(0.05)
    if generator.chance(0.3) {
      configuration.speed = [0.1, 0.5, 3, 10].randomElement(using: &generator) ?? 1
    }
    if generator.chance(0.3) { configuration.hysteresis = .random(in: 0..<0.49, using: &generator) }
    if generator.chance(0.3) { configuration.overscan = .random(in: 0...200, using: &generator) }
    return configuration
  }
}

extension GalleryViewport {
  /// The same areas with both axes swapped.
  var transposed: Self { Self(preview: preview.transposed, strip: strip.transposed) }

  /// An area of any size, including empty and invalid ones.
  static func random(
    like gallery: GallerySetup, using generator: inout SeededGenerator
  ) -> GalleryViewport {
    var viewport = legal(for: gallery, using: &generator)
    guard generator.chance(0.2) else { return viewport }
    let side = [0, 0, 0, 1, 1e5, -1, .nan, .infinity].randomElement(using: &generator) ?? 0
    switch Int.random(in: 0...4, using: &generator) {
    case 0: viewport.preview.width = side
    case 1: viewport.preview.height = side
    case 2: viewport.strip.width = side
    case 3: viewport.strip.height = side
    default: viewport = .zero
    }
    return viewport
  }

  fileprivate static func legal(
    for gallery: GallerySetup, using generator: inout SeededGenerator
  ) -> GalleryViewport {
    let sides: [Double] = [375, 812, 1, .random(in: 0...1200, using: &generator)]
    let main = sides.randomElement(using: &generator) ?? 0
    let cross = Double.random(in: 0...1200, using: &generator)
    let height: Double = generator.chance(0.5) ? 66 : .random(in: 0...200, using: &generator)
    let viewport = GalleryViewport(
      preview: Size(width: main, height: cross),
      strip: Size(
        width: generator.chance(0.5) ? main : .random(in: 0...1200, using: &generator),
        height: height))
    return gallery.configuration.axis == .horizontal ? viewport : viewport.transposed
  }
}

extension PixelSize? {
  /// A size of any shape: unknown, ordinary, extreme, or invalid.
  static func random(using generator: inout SeededGenerator) -> Self {
    let shapes: [PixelSize?] = [
      nil, PixelSize(width: 3, height: 4), PixelSize(width: 1500, height: 1000),
      PixelSize(width: 2480, height: 3508), PixelSize(width: 1, height: 5),
      PixelSize(width: 20, height: 1), PixelSize(width: 1, height: PixelSize.maximumSide),
      PixelSize(width: PixelSize.maximumSide, height: 1), PixelSize(width: 1, height: 2),
    ]
    if generator.chance(0.7) { return shapes.randomElement(using: &generator) ?? nil }
    return PixelSize(
      width: .random(in: 1...4000, using: &generator),
      height: .random(in: 1...4000, using: &generator))
  }
}
