// SPDX-License-Identifier: Apache-2.0

/// A conversion of stored rows to 8-bit pixels composited over white, with libpng's arithmetic.
struct PNGPixelConversion {
  private let layout: PNGPixelLayout
  /// The pixel for each palette index.
  private let colors: [UInt32]

  /// Returns whether a layout can be converted: all except 16-bit samples with alpha.
  static func isPossible(for layout: PNGPixelLayout) -> Bool {
    switch layout.colorType {
    case PNGPixelLayout.grayAlpha, PNGPixelLayout.rgbAlpha: layout.bitDepth == 8
    default: true
    }
  }

  init(_ layout: PNGPixelLayout, palette: [UInt8], transparency: [UInt8]) {
    self.layout = layout
    colors = (0..<palette.count / 3).map { index in
      let alpha = index < transparency.count ? transparency[index] : 255
      let samples = (0..<3).map { Self.overWhite(palette[3 * index + $0], alpha) }
      return Self.pixel(samples[0], samples[1], samples[2])
    }
  }

  /// Converts `width` pixels; `false` if an index has no entry in the palette.
  func convert(
    _ row: UnsafePointer<UInt8>, width: Int, into target: UnsafeMutablePointer<UInt8>
  ) -> Bool {
    switch layout.colorType {
    case PNGPixelLayout.palette: return unsafe convertIndexes(row, width, target)
    case PNGPixelLayout.gray: unsafe convertGray(row, width, target)
    case PNGPixelLayout.rgb: unsafe convertRGB(row, width, target)
    case PNGPixelLayout.grayAlpha:
      for x in 0..<width { unsafe target[x] = Self.overWhite(row[2 * x], row[2 * x + 1]) }
    default:
      for x in 0..<width {
        let alpha = unsafe row[4 * x + 3]
        for channel in 0..<3 {
          unsafe target[4 * x + channel] = Self.overWhite(row[4 * x + channel], alpha)
        }
        unsafe target[4 * x + 3] = 255
      }
    }
    return true
  }

  private func convertGray(
    _ row: UnsafePointer<UInt8>, _ width: Int, _ target: UnsafeMutablePointer<UInt8>
  ) {
    switch layout.bitDepth {
    case 8: unsafe target.update(from: row, count: width)
    case 16: for x in 0..<width { unsafe target[x] = Self.highByte(row[2 * x], row[2 * x + 1]) }
    default:
      let scale = 255 / UInt8(truncatingIfNeeded: 1 << layout.bitDepth - 1)
      for x in 0..<width { unsafe target[x] = sample(row, x) &* scale }
    }
  }

  private func convertRGB(
    _ row: UnsafePointer<UInt8>, _ width: Int, _ target: UnsafeMutablePointer<UInt8>
  ) {
    for x in 0..<width {
      for channel in 0..<3 {
        let index = 3 * x + channel
        unsafe target[4 * x + channel] =
          unsafe layout.bitDepth == 8
          ? row[index] : Self.highByte(row[2 * index], row[2 * index + 1])
      }
      unsafe target[4 * x + 3] = 255
    }
  }

  private func convertIndexes(
    _ row: UnsafePointer<UInt8>, _ width: Int, _ target: UnsafeMutablePointer<UInt8>
  ) -> Bool {
    let pixels = UnsafeMutableRawPointer(target)
    for x in 0..<width {
      let index = unsafe Int(layout.bitDepth == 8 ? row[x] : sample(row, x))
      guard index < colors.count else { return false }
      unsafe pixels.storeBytes(of: colors[index], toByteOffset: 4 * x, as: UInt32.self)
    }
    return true
  }

  /// Returns a sample of 1, 2 or 4 bits; the leftmost sample is in the highest bits.
  private func sample(_ row: UnsafePointer<UInt8>, _ x: Int) -> UInt8 {
    let bit = x * layout.bitDepth
    let shift = 8 - layout.bitDepth - bit & 7
    return unsafe row[bit >> 3] >> UInt8(shift) & (1 << UInt8(layout.bitDepth) - 1)
  }

  /// Returns a 16-bit sample times 255 / 65535, rounded.
  private static func highByte(_ high: UInt8, _ low: UInt8) -> UInt8 {
    let value = Int32(high)
    return UInt8(truncatingIfNeeded: value + ((Int32(low) - value + 128) * 65535) >> 24)
  }

  /// Returns `sample * alpha + white * (255 - alpha)`, divided by 255 and rounded.
  private static func overWhite(_ sample: UInt8, _ alpha: UInt8) -> UInt8 {
    let sum = UInt32(sample) * UInt32(alpha) + 255 * (255 - UInt32(alpha)) + 128
    return UInt8(truncatingIfNeeded: (sum + sum >> 8) >> 8)
  }

  private static func pixel(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> UInt32 {
    (UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | 0xFF00_0000).littleEndian
  }
}
