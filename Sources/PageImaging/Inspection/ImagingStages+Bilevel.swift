// SPDX-License-Identifier: Apache-2.0

private import CGalleryBilevel
public import GalleryGeometry

extension ImagingStages {
  /// Shrinks a bilevel page.
  ///
  /// - Parameters:
  ///   - bits: The rows, each in whole bytes, the most significant bit first.
  ///   - size: The size of the page.
  ///   - outputSize: The size of the result, not larger than the page.
  /// - Throws: `ImagingError.outOfMemory`.
  /// - Complexity: O(number of pixels).
  public static func resample(
    bits: [UInt8], of size: PixelSize, to outputSize: PixelSize
  ) throws(ImagingError) {
    let resampler = try BilevelResampler(
      source: size, layout: .gray1, box: SourceBox(covering: size), outputSize: outputSize)
    guard var resampler else { return }
    let output = try RawStorage(byteCount: outputSize.width * outputSize.height)
    unsafe forEachRow(of: bits, size) {
      unsafe resampler.push($0, into: output.pointer(as: UInt8.self))
    }
  }

  /// Counts the white pixels in the blocks that `resample(bits:of:to:)` filters.
  ///
  /// - Parameters:
  ///   - bits: The rows, each in whole bytes, the most significant bit first.
  ///   - size: The size of the page.
  ///   - outputSize: The size of the result, not larger than the page.
  /// - Throws: `ImagingError.outOfMemory`.
  /// - Complexity: O(number of pixels).
  public static func count(
    bits: [UInt8], of size: PixelSize, to outputSize: PixelSize
  ) throws(ImagingError) {
    let blocks = BilevelBlocks(
      source: size, box: SourceBox(covering: size), outputSize: outputSize)
    guard let blocks else { return }
    let counts = try RawStorage(byteCount: blocks.across + Int(CGALLERY_BILEVEL_MARGIN))
    var y = 0
    unsafe forEachRow(of: bits, size) { row in
      unsafe cgallery_bilevel_count(
        row, size.width, UInt32(blocks.columns), y % blocks.rows == 0 ? 1 : 0,
        counts.pointer(as: UInt8.self))
      y += 1
    }
  }

  /// Calls `body` with each row except the last one: the kernels read beyond the end of a row.
  private static func forEachRow(
    of bits: [UInt8], _ size: PixelSize, _ body: (UnsafePointer<UInt8>) -> Void
  ) {
    let rowByteCount = (size.width + 7) / 8
    precondition(bits.count == rowByteCount * size.height, "rows are missing")
    unsafe bits.withUnsafeBufferPointer { bits in
      guard let base = bits.baseAddress else { return }
      for y in 0..<max(0, size.height - 1) { unsafe body(base + y * rowByteCount) }
    }
  }
}
