// SPDX-License-Identifier: Apache-2.0

@testable import PageImaging

/// The similarity of a small image to the means of the pixels covered by each of its pixels.
///
/// Two numbers, because they are complementary: SSIM measures structure, and hardly detects a
/// uniformly darker page.
struct PictureScore: CustomStringConvertible {
  /// The mean of the image minus that of the reference, in levels of 255.
  let bias: Double
  /// The structural similarity, 1 for identical images.
  let similarity: Double

  var description: String { "bias \(bias), SSIM \(similarity)" }

  /// Compares an image with a reference of the same size.
  init(_ picture: Raster, reference: PlaneOfMeans) {
    let found = PlaneOfMeans(picture)
    bias = found.mean - reference.mean
    similarity = Self.similarity(found, reference)
  }

  /// The mean over windows of 8 x 8 (Wang, Bovik, Sheikh and Simoncelli, "Image quality
  /// assessment", 2004), four pixels apart.
  private static func similarity(_ first: PlaneOfMeans, _ second: PlaneOfMeans) -> Double {
    var sum = 0.0
    var count = 0.0
    for y in stride(from: 0, through: max(0, first.height - 8), by: 4) {
      for x in stride(from: 0, through: max(0, first.width - 8), by: 4) {
        sum += windowSimilarity(first, second, x, y)
        count += 1
      }
    }
    return sum / count
  }

  private static func windowSimilarity(
    _ first: PlaneOfMeans, _ second: PlaneOfMeans, _ left: Int, _ top: Int
  ) -> Double {
    var (a, b, aa, bb, ab, count) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    for y in top..<min(top + 8, first.height) {
      for x in left..<min(left + 8, first.width) {
        let (p, q) = (first[x, y], second[x, y])
        (a, b, aa, bb, ab) = (a + p, b + q, aa + p * p, bb + q * q, ab + p * q)
        count += 1
      }
    }
    (a, b) = (a / count, b / count)
    let (c1, c2) = (0.01 * 255 * 0.01 * 255, 0.03 * 255 * 0.03 * 255)
    let variances = aa / count - a * a + (bb / count - b * b)
    let covariance = ab / count - a * b
    return (2 * a * b + c1) * (2 * covariance + c2)
      / ((a * a + b * b + c1) * (variances + c2))
  }
}

/// The mean of the channels of each pixel.
struct PlaneOfMeans {
  let width: Int
  let height: Int
  private var values: [Double]

  subscript(x: Int, y: Int) -> Double { values[y * width + x] }

  var mean: Double { values.reduce(0, +) / Double(values.count) }

  init(_ raster: Raster) {
    (width, height) = (raster.width, raster.height)
    let channels = raster.channels
    values = raster.samples.withUnsafeBufferPointer { samples in
      (0..<raster.width * raster.height).map { pixel in
        var sum = 0
        for channel in 0..<channels { sum += Int(samples[pixel * channels + channel]) }
        return Double(sum) / Double(channels)
      }
    }
  }

  /// The image at another size: each value is the mean of the covered area.
  func reduced(toWidth newWidth: Int, height newHeight: Int) -> PlaneOfMeans {
    let columns = Self.shares(of: width, in: newWidth)
    let rows = Self.shares(of: height, in: newHeight)
    var result = PlaneOfMeans(width: newWidth, height: newHeight)
    values.withUnsafeBufferPointer { values in
      for (target, covered) in rows.enumerated() {
        for row in covered {
          for (x, across) in columns.enumerated() {
            var sum = 0.0
            for column in across { sum += values[row.index * width + column.index] * column.share }
            result.values[target * newWidth + x] += sum * row.share
          }
        }
      }
    }
    return result
  }

  private init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    values = Array(repeating: 0, count: width * height)
  }

  /// The coverage of `count` pixels by each of `newCount` parts of a line, as fractions of the
  /// part.
  private static func shares(
    of count: Int, in newCount: Int
  ) -> [[(index: Int, share: Double)]] {
    let length = Double(count) / Double(newCount)
    return (0..<newCount).map { part in
      let (start, end) = (Double(part) * length, Double(part + 1) * length)
      return (Int(start)..<min(count, Int(end.rounded(.up)))).map { index in
        let covered = min(end, Double(index + 1)) - max(start, Double(index))
        return (index, covered / length)
      }
    }
  }
}
