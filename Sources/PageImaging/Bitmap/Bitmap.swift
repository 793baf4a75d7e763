// SPDX-License-Identifier: Apache-2.0

public import GalleryGeometry

/// A picture in memory: rows from top to bottom, pixels from left to right, without gaps.
///
/// Copies share their pixels until one of them is modified.
public struct Bitmap: Sendable {
  /// The sides, in pixels.
  public let size: PixelSize
  /// The format of the pixels.
  public let format: PixelFormat
  /// The distance from one row to the next, in bytes: `size.width * format.bytesPerPixel`.
  public let bytesPerRow: Int
  private var storage: RawStorage

  /// Creates a bitmap with all bytes set to one value.
  ///
  /// - Parameters:
  ///   - size: The sides, in pixels.
  ///   - format: The format of the pixels.
  ///   - fill: The value of every byte; 255, white, by default.
  /// - Throws: `ImagingError.outOfMemory` if the pixels cannot be allocated, or if their number of
  ///   bytes does not fit in an `Int`.
  /// - Precondition: Both sides are at least 0.
  public init(size: PixelSize, format: PixelFormat, fill: UInt8 = 255) throws(ImagingError) {
    precondition(size.width >= 0 && size.height >= 0, "a side of a bitmap is negative")
    let row = size.width.multipliedReportingOverflow(by: format.bytesPerPixel)
    let all = row.partialValue.multipliedReportingOverflow(by: size.height)
    guard !row.overflow, !all.overflow else { throw .outOfMemory(byteCount: .max) }
    self.size = size
    self.format = format
    bytesPerRow = row.partialValue
    storage = try RawStorage(byteCount: all.partialValue, fill: fill)
  }

  /// Creates a bitmap from pixels that no other code writes to.
  init(size: PixelSize, format: PixelFormat, storage: RawStorage) {
    self.size = size
    self.format = format
    bytesPerRow = size.width * format.bytesPerPixel
    self.storage = storage
  }

  /// Calls `body` with all pixels, `size.height * bytesPerRow` bytes.
  ///
  /// The pointer is valid only during the call.
  public func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe body(UnsafeRawBufferPointer(storage.bytes))
  }

  /// Calls `body` with all pixels for writing, `size.height * bytesPerRow` bytes.
  ///
  /// The pointer is valid only during the call. In `.rgbx8`, every fourth byte must stay 255.
  ///
  /// - Throws: `ImagingError.outOfMemory` if the pixels are shared with another bitmap and cannot
  ///   be copied.
  public mutating func withUnsafeMutableBytes<Result>(
    _ body: (UnsafeMutableRawBufferPointer) -> Result
  ) throws(ImagingError) -> Result {
    if !isKnownUniquelyReferenced(&storage) { storage = try RawStorage(copying: storage) }
    return unsafe body(storage.bytes)
  }
}

extension Bitmap: Equatable {
  /// Returns whether two bitmaps have the same size, format and pixels.
  ///
  /// - Complexity: O(number of bytes).
  public static func == (first: Self, second: Self) -> Bool {
    guard first.size == second.size, first.format == second.format else { return false }
    if first.storage === second.storage { return true }
    return unsafe first.withUnsafeBytes { mine in
      unsafe second.withUnsafeBytes { unsafe CLibrary.areEqual(mine, $0) }
    }
  }
}
