// SPDX-License-Identifier: Apache-2.0

private import CGalleryPNG

/// The rows of a PNG, or of one of its passes, inflated and unfiltered.
///
/// Many rows are inflated at a time because each call of ISA-L copies the window, and 32 rows are
/// unfiltered at a time; see unfilter_lanes.h.
struct PNGScanlines {
  private let inflater: PNGInflater
  private let rowByteCount: Int
  private let pixelByteCount: Int
  private let height: Int
  private var rowsRead = 0
  /// The filtered rows of one batch.
  private let filtered: RawStorage
  /// The number of rows in a batch, a multiple of 32.
  private let batch: Int
  /// The 32 rows that were unfiltered last.
  private let rows: RawStorage
  private let stride: Int
  private let blank: RawStorage

  private static let lanes = Int(CGALLERY_PNG_LANES)
  /// The number of bytes that may be read and written before and after the rows.
  private static let margin = 320
  private static let batchByteCount = 1 << 18

  init(
    _ inflater: PNGInflater, layout: PNGPixelLayout, width: Int, height: Int
  ) throws(ImagingError) {
    self.inflater = inflater
    self.height = height
    rowByteCount = layout.rowByteCount(width: width)
    pixelByteCount = layout.pixelByteCount
    batch = Self.batch(rowByteCount: rowByteCount, height: height)
    stride = Self.stride(rowByteCount: rowByteCount)
    filtered = try RawStorage(byteCount: batch * (rowByteCount + 1) + Self.margin)
    rows = try RawStorage(byteCount: Self.lanes * stride + Self.margin)
    blank = try RawStorage(byteCount: rowByteCount + Self.margin)
  }

  /// Returns the memory for reading rows of `rowByteCount` bytes, in bytes.
  static func byteCount(rowByteCount: Int, height: Int) -> Int {
    batch(rowByteCount: rowByteCount, height: height) * (rowByteCount + 1) + rowByteCount
      + lanes * stride(rowByteCount: rowByteCount) + 3 * margin
  }

  private static func batch(rowByteCount: Int, height: Int) -> Int {
    let groups = max(1, batchByteCount / (lanes * (rowByteCount + 1)))
    return lanes * min(groups, (height + lanes - 1) / lanes)
  }

  private static func stride(rowByteCount: Int) -> Int {
    (rowByteCount + 2 * margin + 15) & ~15
  }

  /// Returns the next row, valid until the next call and followed by 31 readable bytes; `nil` if
  /// libpng must decode the file.
  mutating func next() throws(ImagingError) -> UnsafePointer<UInt8>? {
    let lane = rowsRead % Self.lanes
    if rowsRead % batch == 0 {
      guard try inflate() else { return nil }
    }
    if lane == 0 {
      guard unfilter() else { return nil }
    }
    rowsRead += 1
    return unsafe UnsafePointer(row(lane))
  }

  private func row(_ lane: Int) -> UnsafeMutablePointer<UInt8> {
    unsafe rows.pointer(as: UInt8.self) + Self.margin + lane * stride
  }

  private func inflate() throws(ImagingError) -> Bool {
    let rowCount = min(batch, height - rowsRead)
    let target = unsafe filtered.pointer(as: UInt8.self)
    // The rows that are missing in the last group of 32 get filter 0.
    for lane in rowCount..<(rowCount + Self.lanes - 1) / Self.lanes * Self.lanes {
      unsafe target[lane * (rowByteCount + 1)] = 0
    }
    return try unsafe inflater.fill(target, count: rowCount * (rowByteCount + 1))
  }

  private func unfilter() -> Bool {
    var request = unsafe cgallery_png_rows()
    unsafe request.source = UnsafePointer(
      filtered.pointer(as: UInt8.self) + rowsRead % batch * (rowByteCount + 1))
    unsafe request.source_stride = rowByteCount + 1
    unsafe request.target = row(0)
    unsafe request.target_stride = stride
    unsafe request.above = UnsafePointer(
      rowsRead == 0 ? blank.pointer(as: UInt8.self) : row(Self.lanes - 1))
    unsafe request.byte_count = rowByteCount
    unsafe request.pixel_byte_count = pixelByteCount
    return unsafe cgallery_png_unfilter(&request) != 0
  }
}
