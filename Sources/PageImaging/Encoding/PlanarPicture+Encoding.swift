// SPDX-License-Identifier: Apache-2.0

private import CGalleryJPEG
import GalleryGeometry

extension PlanarPicture {
  /// Encodes the picture as a baseline JPEG, without a conversion to RGB.
  ///
  /// - Precondition: There are three planes, the sides of the chroma planes are half of those of
  ///   the luminance plane, rounded up, and `quality` is in 1...100.
  /// - Throws: `ImagingError.invalidSize`, `ImagingError.outOfMemory`.
  func encodedAsJPEG(quality: Int) throws(ImagingError) -> [UInt8] {
    let luminance = planes[0]
    let half = luminance.size.halved
    precondition(planes.count == 3 && planes[1].size == half && planes[2].size == half)
    try ImageEncoding.jpeg(quality: quality).check(luminance.size)
    var block: UnsafeMutablePointer<UInt8>?
    var count = 0
    let (status, message) = unsafe luminance.withMessageBuffer(Int(CGALLERY_JPEG_MESSAGE_SIZE)) {
      y, message in
      unsafe planes[1].withUnsafeBytes { blue in
        unsafe planes[2].withUnsafeBytes { red in
          unsafe cgallery_jpeg_encode_planes(
            UInt32(luminance.size.width), UInt32(luminance.size.height), y,
            blue.baseAddress?.assumingMemoryBound(to: UInt8.self),
            red.baseAddress?.assumingMemoryBound(to: UInt8.self), Int32(quality), &block, &count,
            message)
        }
      }
    }
    defer { unsafe cgallery_jpeg_free(block) }
    guard status == CGALLERY_JPEG_OK else {
      throw luminance.failure(isMemory: status == CGALLERY_JPEG_MEMORY, message)
    }
    return unsafe Array(UnsafeBufferPointer(start: block, count: count))
  }
}
