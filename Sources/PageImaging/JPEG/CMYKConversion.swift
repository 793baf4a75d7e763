// SPDX-License-Identifier: Apache-2.0

/// Four inks to three lights, without a color profile.
enum CMYKConversion {
  /// Turns `count` CMYK pixels into RGBX in place.
  ///
  /// A light is what the inks leave of it: R = (1 - C) * (1 - K), and likewise G and B. Programs
  /// that write Adobe's marker store 255 - ink, which is `isInverted`.
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

  /// a * b / 255, rounded; exact for bytes.
  private static func product(_ a: UInt32, _ b: UInt32) -> UInt8 {
    UInt8(truncatingIfNeeded: (a * b + 127) / 255)
  }
}
