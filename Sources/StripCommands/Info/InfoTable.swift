// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryReplay
import PageImaging

/// A table of page headers.
///
/// The names are the last column, because they can have any length and any script.
struct InfoTable {
  private static let titles = [
    "FORMAT", "STORED", "ORIENTATION", "DISPLAY", "ASPECT", "DENSITY", "BITS", "COLOR", "BYTES",
    "PAGE",
  ]

  private var table = TextTable(titles: titles, rightAligned: [1, 2, 3, 4, 5, 6, 8])

  /// Adds a page.
  mutating func add(_ header: PageFacts, path: Path) {
    let stored = header.image.storedSize
    let display = header.displaySize
    table.add([
      header.image.format.name + (header.image.isProgressive ? " prog" : ""),
      "\(stored.width)x\(stored.height)",
      String(header.image.orientation.rawValue),
      "\(display.width)x\(display.height)",
      header.aspectRatio.fixed(decimals: 4),
      header.image.density.map(Self.text) ?? "-",
      String(header.image.bitDepth),
      header.image.colorModel.rawValue,
      String(header.byteCount),
      path.inputText,
    ])
  }

  /// The table with a title row; empty if there are no pages.
  var text: String { table.text }

  /// Returns a density in its usual unit, rounded to whole dots.
  private static func text(of density: PixelDensity) -> String {
    let inchesPerUnit: Double
    switch density.unit {
    case .aspect: return "\(short(density.x)):\(short(density.y))"
    case .inch: inchesPerUnit = 1
    case .centimeter: inchesPerUnit = 1 / 2.54
    case .meter: inchesPerUnit = 1 / 0.0254
    }
    let x = short((density.x / inchesPerUnit).rounded())
    let y = short((density.y / inchesPerUnit).rounded())
    return x == y ? "\(x) dpi" : "\(x)x\(y) dpi"
  }

  /// Returns a number with at most two decimals.
  private static func short(_ value: Double) -> String {
    Int(exactly: value).map { String($0) } ?? value.fixed(decimals: 2)
  }
}
