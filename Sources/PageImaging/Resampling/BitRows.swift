// SPDX-License-Identifier: Apache-2.0

/// Rows of a bit a pixel on their way into blocks.
///
/// Blocks that divide a byte evenly get their counts out of a table, a byte at a time; for others
/// a row becomes one of bytes.
struct BitRows {
  /// Whether `addCounts` is to be used, else `bytes`.
  let countsBits: Bool
  private let columns: Int
  private let byteCount: Int
  /// The bits of the last byte that are pixels.
  private let lastMask: UInt8
  private let expanded: PixelStorage

  init(width: Int, columns: Int) throws(ImagingError) {
    self.columns = columns
    countsBits = [2, 4, 8].contains(columns)
    byteCount = (width + 7) / 8
    lastMask = UInt8(truncatingIfNeeded: 0xFF00 >> ((width + 7) & 7 + 1))
    expanded = try PixelStorage(byteCount: countsBits ? 0 : byteCount * 8)
  }

  /// The row as bytes of 0 and 255, valid until the next call.
  func bytes(of row: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
    let target = UnsafeMutableRawPointer(expanded.pointer(as: UInt8.self))
    Self.bytes.withUnsafeBufferPointer { table in
      for index in 0..<byteCount {
        target.storeBytes(of: table[Int(row[index])], toByteOffset: index * 8, as: UInt64.self)
      }
    }
    return UnsafePointer(expanded.pointer(as: UInt8.self))
  }

  /// Adds the white pixels of each block of the row to `counts`, or begins with them.
  ///
  /// Up to three counts behind the last block are written.
  func addCounts(
    of row: UnsafePointer<UInt8>, to counts: UnsafeMutablePointer<UInt16>, isFirst: Bool
  ) {
    switch columns {
    case 2: add(row, Self.pairs, to: counts, isFirst)
    case 4: add(row, Self.quads, to: counts, isFirst)
    default: add(row, Self.octets, to: counts, isFirst)
    }
  }

  @inline(__always)
  private func add<Counts: BitwiseCopyable & FixedWidthInteger>(
    _ row: UnsafePointer<UInt8>, _ table: [Counts], to counts: UnsafeMutablePointer<UInt16>,
    _ isFirst: Bool
  ) {
    let target = UnsafeMutableRawPointer(counts)
    let size = MemoryLayout<Counts>.size
    if isFirst { target.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount * size) }
    table.withUnsafeBufferPointer { table in
      // The counts of a byte are added at once: none of them reaches 2^16.
      for index in 0..<byteCount - 1 {
        let sum = target.loadUnaligned(fromByteOffset: index * size, as: Counts.self)
        target.storeBytes(
          of: sum &+ table[Int(row[index])], toByteOffset: index * size, as: Counts.self)
      }
      let last = (byteCount - 1) * size
      let sum = target.loadUnaligned(fromByteOffset: last, as: Counts.self)
      target.storeBytes(
        of: sum &+ table[Int(row[byteCount - 1] & lastMask)], toByteOffset: last, as: Counts.self)
    }
  }
}

extension BitRows {
  /// The pixels of a byte as bytes, the highest bit first in memory.
  ///
  /// All tables are for processors that have the lowest byte of a number first.
  private static let bytes: [UInt64] = (0..<256).map { byte in
    (0..<8).reduce(UInt64(0)) { pixels, index in
      let isWhite = byte >> (7 - index) & 1 == 1
      return isWhite ? pixels | 0xFF << UInt64(8 * index) : pixels
    }
  }

  private static let pairs: [UInt64] = table(columns: 2).map { UInt64($0) }
  private static let quads: [UInt32] = table(columns: 4).map { UInt32(truncatingIfNeeded: $0) }
  private static let octets: [UInt16] = table(columns: 8).map { UInt16(truncatingIfNeeded: $0) }

  /// For each byte the white pixels in its groups of `columns`, as numbers of 16 bits side by side
  /// in memory.
  private static func table(columns: Int) -> [UInt64] {
    (0..<256).map { (byte: Int) -> UInt64 in
      (0..<8 / columns).reduce(UInt64(0)) { sum, group in
        let bits = byte >> (8 - columns * (group + 1)) & (1 << columns - 1)
        return sum | UInt64(bits.nonzeroBitCount) << UInt64(16 * group)
      }
    }
  }
}
