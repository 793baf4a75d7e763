// SPDX-License-Identifier: Apache-2.0

private import CGalleryJPEG
import GalleryGeometry

/// A file format for encoding.
///
/// The output contains no metadata of the input, and the same pixels give the same bytes.
public enum ImageEncoding: Hashable, Sendable {
  /// Baseline JPEG with a quality of 1...100; chroma is subsampled (4:2:0).
  case jpeg(quality: Int)
  /// PNG with 8 bits per sample, gray or RGB.
  case png
}

extension ImageEncoding {
  /// The longest side that the format can hold, in pixels: that of libjpeg for a JPEG.
  package var longestSide: Int {
    switch self {
    case .jpeg: 65_500
    case .png: Int(Int32.max)
    }
  }

  /// Checks that the format can hold a picture of `size`.
  ///
  /// - Throws: `ImagingError.invalidSize` if a side is 0 or too large for the format.
  /// - Precondition: A JPEG quality is in 1...100.
  func check(_ size: PixelSize) throws(ImagingError) {
    if case .jpeg(let quality) = self {
      precondition((1...100).contains(quality), "JPEG quality out of 1...100")
    }
    let sides = 1...longestSide
    guard sides.contains(size.width), sides.contains(size.height) else {
      throw .invalidSize(width: size.width, height: size.height, offset: 0)
    }
  }
}

extension Bitmap {
  /// Encodes the picture as a file.
  ///
  /// - Returns: The bytes of the file.
  /// - Throws: `ImagingError.invalidSize` if the picture has no pixels, or more in a row or
  ///   column than the format can hold (65,500 in a JPEG); `ImagingError.outOfMemory`.
  /// - Precondition: A JPEG quality is in 1...100.
  /// - Complexity: O(number of pixels).
  public func encoded(as encoding: ImageEncoding) throws(ImagingError) -> [UInt8] {
    try encoding.check(size)
    switch encoding {
    case .jpeg(let quality):
      return try encodedAsJPEG(quality: quality)
    case .png:
      return try encodedAsPNG(PixelRect(x: 0, y: 0, size: size))
    }
  }

  private func encodedAsJPEG(quality: Int) throws(ImagingError) -> [UInt8] {
    var block: UnsafeMutablePointer<UInt8>?
    var count = 0
    let (status, message) = unsafe withMessageBuffer(Int(CGALLERY_JPEG_MESSAGE_SIZE)) {
      pixels, message in
      var picture = unsafe cgallery_jpeg_picture()
      unsafe picture.pixels = pixels
      unsafe picture.bytes_per_row = bytesPerRow
      unsafe picture.width = UInt32(size.width)
      unsafe picture.height = UInt32(size.height)
      unsafe picture.channels = UInt32(format.bytesPerPixel)
      return unsafe cgallery_jpeg_encode(&picture, Int32(quality), &block, &count, message)
    }
    defer { unsafe cgallery_jpeg_free(block) }
    guard status == CGALLERY_JPEG_OK else {
      throw failure(isMemory: status == CGALLERY_JPEG_MEMORY, message)
    }
    return unsafe Array(UnsafeBufferPointer(start: block, count: count))
  }

  /// Calls `body` with the pixels and with a buffer of `count` bytes for the message of a codec.
  ///
  /// - Returns: The result of `body`, and the message.
  func withMessageBuffer<Status>(
    _ count: Int,
    _ body: (UnsafePointer<UInt8>?, UnsafeMutablePointer<CChar>?) -> Status
  ) -> (Status, String) {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: count) { message in
      unsafe message.initialize(repeating: 0)
      let status = unsafe withUnsafeBytes { pixels in
        unsafe body(pixels.baseAddress?.assumingMemoryBound(to: UInt8.self), message.baseAddress)
      }
      return unsafe (status, message.baseAddress.map { unsafe String(cString: $0) } ?? "")
    }
  }

  /// Returns the error of a failed encoder.
  func failure(isMemory: Bool, _ message: String) -> ImagingError {
    isMemory
      ? .outOfMemory(byteCount: bytesPerRow * size.height) : .codec(message: message, offset: nil)
  }
}
