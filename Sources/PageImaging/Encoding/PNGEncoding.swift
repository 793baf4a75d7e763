// SPDX-License-Identifier: Apache-2.0

private import CGalleryPNG
import GalleryGeometry

/// The filtering of rows before compression.
enum PNGFiltering {
  /// A filter that is chosen for each row: for photographs.
  case adaptive
  /// No filter: for flat areas and text.
  case none

  fileprivate var code: cgallery_png_filtering {
    switch self {
    case .adaptive: CGALLERY_PNG_FILTERING_ADAPTIVE
    case .none: CGALLERY_PNG_FILTERING_NONE
    }
  }
}

extension Bitmap {
  /// Encodes a part of the picture as a file.
  ///
  /// - Parameters:
  ///   - rect: The part, which lies in the picture and has at least one pixel.
  ///   - filtering: The filtering of rows before compression.
  ///   - level: The zlib level, 1 to 9; `nil` for the default.
  /// - Returns: The bytes of a PNG without ancillary chunks.
  /// - Throws: `ImagingError.outOfMemory`.
  func encodedAsPNG(
    _ rect: PixelRect, filtering: PNGFiltering = .adaptive, level: Int? = nil
  ) throws(ImagingError) -> [UInt8] {
    var block: UnsafeMutablePointer<UInt8>?
    var count = 0
    let offset = rect.y * bytesPerRow + rect.x * format.bytesPerPixel
    let (status, message) = unsafe withMessageBuffer(Int(CGALLERY_PNG_MESSAGE_SIZE)) {
      pixels, message in
      unsafe cgallery_png_encode(
        pixels.map { unsafe $0 + offset }, bytesPerRow, UInt32(rect.size.width),
        UInt32(rect.size.height), UInt32(format.bytesPerPixel), filtering.code,
        Int32(level ?? -1), &block, &count, message)
    }
    defer { unsafe cgallery_png_free(block) }
    guard status == CGALLERY_PNG_OK else {
      throw failure(isMemory: status == CGALLERY_PNG_MEMORY, message)
    }
    return unsafe Array(UnsafeBufferPointer(start: block, count: count))
  }
}
