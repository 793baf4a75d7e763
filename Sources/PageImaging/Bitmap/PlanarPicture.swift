// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry

/// A picture as a JPEG holds it: luminance, and two color differences that may be coarser.
struct PlanarPicture: Sendable {
  /// One plane when the page is gray, else Y, Cb and Cr (ITU-T T.871).
  let planes: [Bitmap]

  /// The picture as other formats want it.
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

  /// R = Y + 1.402 Cr, G = Y - 0.344136 Cb - 0.714136 Cr, B = Y + 1.772 Cb, where 128 means no
  /// color (ITU-T T.871, 7).
  ///
  /// In fractions of 2^16.
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
