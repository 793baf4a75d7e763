// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import PageImaging
import StripRendering
import Testing

/// Right-to-left and vertical galleries are mirror images of horizontal ones.
struct FrameRendererSymmetryTests {
  private static let ratios = [0.75, 1.5, 0.3, 1]
  private static let viewport = (
    preview: Size(width: 100, height: 80), strip: Size(width: 120, height: 66)
  )

  /// Draws a gallery in the middle of a drag.
  private static func bitmap(
    _ configuration: GalleryConfiguration, ratios: [Double], isTransposed: Bool,
    surface: GallerySurface, translation: Double, picture: (PageImageRequest) -> Bitmap?
  ) throws -> Bitmap {
    var scene = try FrameScene(
      ratios, preview: isTransposed ? viewport.preview.transposed : viewport.preview,
      strip: isTransposed ? viewport.strip.transposed : viewport.strip,
      configuration: configuration)
    try scene.session.goTo(index: 1, animated: false, at: .zero)
    scene.session.beginDrag(surface, at: .zero)
    try scene.session.drag(translation: translation, at: .milliseconds(16))
    return try scene.bitmap(
      of: scene.session.frame(at: .milliseconds(400)), picture: picture)
  }

  private static func expectNear(_ first: Bitmap, _ second: Bitmap) {
    #expect(first.size == second.size)
    let differences = zip(first.bytes, second.bytes).map { abs(Int($0) - Int($1)) }
    // A sum in another order may round to the adjacent value.
    #expect(differences.allSatisfy { $0 <= 1 })
  }

  private static func remapped(_ bitmap: Bitmap, _ map: (Int, Int) -> (Int, Int)) throws -> Bitmap {
    let isTransposed = map(0, 1).0 == map(0, 0).0 + 1
    let size = isTransposed ? bitmap.size.transposed : bitmap.size
    let pixel = bitmap.format.bytesPerPixel
    let bytes = bitmap.bytes
    return try Bitmap.make(size, bitmap.format) { index in
      let place = index / pixel
      let (x, y) = map(place % size.width, place / size.width)
      return bytes[(y * bitmap.size.width + x) * pixel + index % pixel]
    }
  }

  @Test(arguments: [GallerySurface.preview, .strip], [-13.3, 7.25, 40])
  func rightToLeftIsMirrored(surface: GallerySurface, translation: Double) throws {
    var configuration = GalleryConfiguration()
    let plain = try Self.bitmap(
      configuration, ratios: Self.ratios, isTransposed: false, surface: surface,
      translation: translation, picture: FrameScene.picture)
    configuration.direction = .rightToLeft

    let mirrored = try Self.bitmap(
      configuration, ratios: Self.ratios, isTransposed: false, surface: surface,
      translation: -translation
    ) { wanted in
      FrameScene.picture(wanted).flatMap { bitmap in
        try? Self.remapped(bitmap) { (wanted.size.width - 1 - $0, $1) }
      }
    }

    Self.expectNear(
      try Self.remapped(mirrored) { (mirrored.size.width - 1 - $0, $1) }, plain)
  }

  @Test(arguments: [GallerySurface.preview, .strip], [-13.3, 7.25, 40])
  func verticalIsTransposed(surface: GallerySurface, translation: Double) throws {
    var configuration = GalleryConfiguration()
    let plain = try Self.bitmap(
      configuration, ratios: Self.ratios, isTransposed: false, surface: surface,
      translation: translation, picture: FrameScene.picture)
    configuration.axis = .vertical

    let vertical = try Self.bitmap(
      configuration, ratios: Self.ratios.map { 1 / $0 }, isTransposed: true, surface: surface,
      translation: translation
    ) { wanted in
      var turned = wanted
      turned.size = wanted.size.transposed
      return FrameScene.picture(turned).flatMap { bitmap in
        try? Self.remapped(bitmap) { ($1, $0) }
      }
    }

    Self.expectNear(try Self.remapped(vertical) { ($1, $0) }, plain)
  }
}
