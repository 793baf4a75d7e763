// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryGeometry

@testable import PageImaging

/// The definition of a Lanczos resize: the complete image in doubles, one axis after the other.
enum ResamplingOracle {
  static func resize(_ picture: Raster, box: SourceBox, to size: PixelSize) -> Raster {
    resize(
      PixelSize(width: picture.width, height: picture.height), channels: picture.channels,
      box: box, to: size
    ) { Double(picture[$0, $1, $2]) }
  }

  /// The same for an image of fractional samples.
  static func resize(
    _ picture: PixelSize, channels: Int, box: SourceBox, to size: PixelSize,
    sample: (_ x: Int, _ y: Int, _ channel: Int) -> Double
  ) -> Raster {
    let columns = (0..<size.width).map {
      weights(at: $0, of: size.width, from: box.x, length: box.width, count: picture.width)
    }
    let rows = (0..<size.height).map {
      weights(at: $0, of: size.height, from: box.y, length: box.height, count: picture.height)
    }
    // Sums along the rows of the image, for every output column.
    let sums = (0..<picture.height).map { y in
      columns.map { column in
        (0..<channels).map { channel in
          column.reduce(0.0) { $0 + $1.weight * sample($1.index, y, channel) }
        }
      }
    }
    return Raster(width: size.width, height: size.height, channels: channels) { x, y, channel in
      let value = rows[y].reduce(0.0) { $0 + $1.weight * sums[$1.index][x][channel] }
      return UInt8(min(255, max(0, value.rounded())))
    }
  }

  /// The weight of each source sample in one output sample.
  private static func weights(
    at output: Int, of outputCount: Int, from start: Double, length: Double, count: Int
  ) -> [(index: Int, weight: Double)] {
    let center = start + (Double(output) + 0.5) * length / Double(outputCount)
    let stretch = max(1, length / Double(outputCount))
    let shares = (0..<count).map { (index: $0, weight: kernel(Double($0) + 0.5, center, stretch)) }
    let sum = shares.reduce(0) { $0 + $1.weight }
    return shares.filter { $0.weight != 0 }.map { (index: $0.index, weight: $0.weight / sum) }
  }

  private static func kernel(_ place: Double, _ center: Double, _ stretch: Double) -> Double {
    let x = (place - center) / stretch
    if abs(x) < 1e-12 { return 1 }
    return abs(x) < 3 ? sin(.pi * x) / (.pi * x) * sin(.pi * x / 3) / (.pi * x / 3) : 0
  }
}

/// The means of blocks, according to their definition.
enum BoxOracle {
  static func means(_ picture: Raster, columns: Int, rows: Int) -> [[Double]] {
    let blocksDown = (picture.height + rows - 1) / rows
    let blocksAcross = (picture.width + columns - 1) / columns
    return (0..<blocksDown).map { down in
      (0..<blocksAcross).flatMap { across in
        (0..<picture.channels).map { channel in
          var values: [Double] = []
          for y in down * rows..<min(picture.height, (down + 1) * rows) {
            for x in across * columns..<min(picture.width, (across + 1) * columns) {
              values.append(Double(picture[x, y, channel]))
            }
          }
          return values.reduce(0, +) / Double(values.count)
        }
      }
    }
  }
}
