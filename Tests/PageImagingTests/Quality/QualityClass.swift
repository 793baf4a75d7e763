// SPDX-License-Identifier: Apache-2.0

import CGalleryJPEGOracle
import Foundation
import Testing

@testable import PageImaging

/// A kind of JPEG, by the decoder that it uses.
enum QualityClass: String, CaseIterable, CustomTestStringConvertible {
  case gray, baseline444, baseline420, baseline422, baselineCMYK
  case progressiveGray, progressive444, progressive420, progressiveCMYK, progressiveRGB
  case otherJFIFVersion, bytesBetweenSegments, missingEnd, manyScans

  var testDescription: String { rawValue }

  /// Whether the file has scans that a small image may skip.
  private var isProgressive: Bool {
    switch self {
    case .gray, .baseline444, .baseline420, .baseline422, .baselineCMYK: false
    default: true
    }
  }

  /// The sampling factors of the components.
  private var sampling: [[Int32]] {
    switch self {
    case .gray, .progressiveGray: [[1, 1]]
    case .baseline444, .progressive444, .progressiveRGB: [[1, 1], [1, 1], [1, 1]]
    case .baseline422: [[2, 1], [1, 1], [1, 1]]
    case .baselineCMYK, .progressiveCMYK: [[1, 1], [1, 1], [1, 1], [1, 1]]
    default: [[2, 2], [1, 1], [1, 1]]
    }
  }

  /// Creates a page from a function of x and y.
  func page(width: Int, height: Int, quality: Int, _ level: (Int, Int) -> UInt8) -> [UInt8]? {
    var sample = JPEGSample(
      width: width, height: height, sampling: sampling, quality: Int32(quality))
    if isProgressive {
      let scripts = ScanScript.all(componentCount: sampling.count)
      sample.script = self == .manyScans ? scripts[4] : scripts[0]
    }
    var samples: [UInt8] = []
    samples.reserveCapacity(width * height * sampling.count)
    for y in 0..<height {
      for x in 0..<width {
        let value = level(x, y)
        // Of inks only black, so that the product of two means is the mean of the products.
        let inks = sampling.count == 4
        for component in sampling.indices {
          samples.append(inks && component < 3 ? 255 : value)
        }
      }
    }
    sample.content = samples
    return sample.encoded().map(changed)
  }

  /// The bytes changed to this kind of file: a JFIF segment of 18 bytes is at byte 2.
  private func changed(_ bytes: [UInt8]) -> [UInt8] {
    switch self {
    case .progressiveRGB:
      // Adobe's segment without a transform: the three components are RGB.
      let adobe: [UInt8] = [0xFF, 0xEE, 0, 14] + Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 0]
      return Array(bytes[..<2]) + adobe + bytes[20...]
    case .otherJFIFVersion:
      return Array(bytes[..<11]) + [2] + bytes[12...]
    case .bytesBetweenSegments:
      return Array(bytes[..<20]) + [0, 1, 2, 3] + bytes[20...]
    case .missingEnd:
      return bytes.dropLast(2)
    default:
      return bytes
    }
  }
}

extension PlaneOfMeans {
  /// The complete image of a JPEG as decoded by libjpeg; nil if it fails.
  init?(ofJPEG bytes: [UInt8]) {
    var pixels = cgallery_oracle_pixels()
    guard cgallery_oracle_read_pixels(bytes, bytes.count, &pixels) == 0 else { return nil }
    defer { free(pixels.samples) }
    let (width, height) = (Int(pixels.width), Int(pixels.height))
    let channels = Int(pixels.channels)
    let count = width * height * channels
    var samples = Array(UnsafeBufferPointer(start: pixels.samples, count: count))
    if channels == 4 { samples = Self.lights(ofInverted: samples) }
    self.init(Raster(width: width, height: height, channels: min(channels, 3), samples: samples))
  }

  /// Inks are stored inverted, and black scales the others.
  private static func lights(ofInverted inks: [UInt8]) -> [UInt8] {
    var lights: [UInt8] = []
    for pixel in stride(from: 0, to: inks.count, by: 4) {
      let rest = Double(inks[pixel + 3]) / 255
      for channel in 0..<3 {
        lights.append(UInt8((Double(inks[pixel + channel]) * rest).rounded()))
      }
    }
    return lights
  }
}
