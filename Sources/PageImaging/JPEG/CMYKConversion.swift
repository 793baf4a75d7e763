// SPDX-License-Identifier: Apache-2.0

/// The conversion from CMYK to RGB without a color profile.
enum CMYKConversion {
  /// Converts `count` CMYK pixels to RGBX in place.
  ///
  /// A channel is the light that the inks leave: R = (1 - C) * (1 - K), and likewise for G and B.
  /// Programs that write the Adobe marker store 255 - ink; `isInverted` is set for their files.
  static func convertToRGB(_ row: UnsafeMutablePointer<UInt8>, count: Int, isInverted: Bool) {
    let flip: UInt8 = isInverted ? 0 : 255
    for pixel in 0..<count {
      let ink = unsafe row + pixel * 4
      let light = unsafe UInt32(ink[3] ^ flip)
      for channel in 0..<3 {
        unsafe ink[channel] = product(UInt32(ink[channel] ^ flip), light)
      }
      unsafe ink[3] = 255
    }
  }

  /// Returns a * b / 255, rounded to the nearest integer; exact for bytes.
  private static func product(_ a: UInt32, _ b: UInt32) -> UInt8 {
    UInt8(truncatingIfNeeded: (a * b + 127) / 255)
  }
}
