// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry

/// A picture in the planes of a JPEG: luminance, and two color differences that may be subsampled.
struct PlanarPicture: Sendable {
  /// One plane if the page is gray, otherwise Y, Cb and Cr (ITU-T T.871).
  let planes: [Bitmap]

  /// Returns the picture as one bitmap, gray or RGB.
  ///
  /// - Precondition: All planes have the same size.
  func bitmap() throws(ImagingError) -> Bitmap {
    guard planes.count == 3 else { return planes[0] }
    let size = planes[0].size
    precondition(planes.allSatisfy { $0.size == size }, "planes of different sizes")
    let storage = try RawStorage(byteCount: size.width * size.height * 4)
    let target = unsafe storage.bytes
    unsafe planes[0].withUnsafeBytes { luminance in
      unsafe planes[1].withUnsafeBytes { blue in
        unsafe planes[2].withUnsafeBytes { red in
          for index in luminance.indices {
            let pixel = unsafe Self.pixel(luminance[index], blue[index], red[index])
            unsafe target.storeBytes(of: pixel, toByteOffset: index * 4, as: SIMD4<UInt8>.self)
          }
        }
      }
    }
    return Bitmap(size: size, format: .rgbx8, storage: storage)
  }

  /// Converts a pixel to RGB (ITU-T T.871, 7).
  ///
  ///     R = Y + 1.402 (Cr - 128)
  ///     G = Y - 0.344136 (Cb - 128) - 0.714136 (Cr - 128)
  ///     B = Y + 1.772 (Cb - 128)
  ///
  /// The arithmetic is fixed-point with 16 fractional bits.
  private static func pixel(_ y: UInt8, _ cb: UInt8, _ cr: UInt8) -> SIMD4<UInt8> {
    let blue = Int32(cb) - 128
    let red = Int32(cr) - 128
    let base = Int32(y) << 16 + 0x8000
    let sums = SIMD4(
      base &+ 91_881 &* red, base &- 22_554 &* blue &- 46_802 &* red, base &+ 116_130 &* blue,
      255 << 16)
    let clamped = (sums &>> 16).clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
    return SIMD4<UInt8>(truncatingIfNeeded: clamped)
  }
}

extension PixelSize {
  /// Half of both sides, rounded up.
  var halved: PixelSize { PixelSize(width: (width + 1) / 2, height: (height + 1) / 2) }
}
