// SPDX-License-Identifier: Apache-2.0

/// Rows of a bit a pixel on their way into the sums of a block.
///
/// The white pixels of a column are counted in bit planes: bit p of the count of pixel x is bit x
/// of plane p, and a row is added to all of them at once as by a chain of half adders. So the
/// pixels of a row are looked at 128 at a time, and taken apart only when the block is complete.
struct BitRows {
  private let columns: Int
  /// The bytes of a row, and of a plane, which is a whole number of vectors.
  private let byteCount: Int
  private let planeByteCount: Int
  /// The bits of the last byte that are pixels.
  private let lastMask: UInt8
  /// The planes, and behind them the carry.
  private let planes: PixelStorage
  private let planeCapacity: Int
  private let expanded: PixelStorage

  private typealias Bits = SIMD16<UInt8>

  /// Prepares for rows of `width` pixels, and blocks of `columns` x `rows`.
  init(width: Int, columns: Int, rows: Int) throws(ImagingError) {
    self.columns = columns
    byteCount = (width + 7) / 8
    // Three bytes are looked at together, and the one behind them is read.
    planeByteCount = (byteCount + 3 + 15) & ~15
    lastMask = UInt8(truncatingIfNeeded: 0xFF00 >> ((width + 7) & 7 + 1))
    planeCapacity = Self.planeCount(rows)
    planes = try PixelStorage(byteCount: planeByteCount * (planeCapacity + 1))
    expanded = try PixelStorage(byteCount: columns == 1 && rows == 1 ? byteCount * 8 : 0)
  }

  /// Whether `writeSums` counts whole blocks, else columns.
  var countsBlocks: Bool { [2, 3, 4, 8].contains(columns) }

  /// The row as bytes of 0 and 255, valid until the next call; for blocks of one pixel.
  func bytes(of row: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
    let target = UnsafeMutableRawPointer(expanded.pointer(as: UInt8.self))
    for index in 0..<byteCount {
      let pixels = Self.bits(of: row[index]) &* 255
      target.storeBytes(of: pixels, toByteOffset: index * 8, as: SIMD8<UInt8>.self)
    }
    return UnsafePointer(expanded.pointer(as: UInt8.self))
  }

  /// Adds a row, behind which 31 bytes can be read, to the `rowsHeld` that were added before.
  func add(_ row: UnsafePointer<UInt8>, rowsHeld: Int) {
    let held = Self.planeCount(rowsHeld)
    let carry = plane(planeCapacity)
    var next = UnsafeRawPointer(row)
    for index in 0..<held {
      let plane = plane(index)
      for offset in stride(from: 0, to: planeByteCount, by: 16) {
        let added = next.loadUnaligned(fromByteOffset: offset, as: Bits.self)
        let bits = plane.loadUnaligned(fromByteOffset: offset, as: Bits.self)
        plane.storeBytes(of: bits ^ added, toByteOffset: offset, as: Bits.self)
        carry.storeBytes(of: bits & added, toByteOffset: offset, as: Bits.self)
      }
      next = UnsafeRawPointer(carry)
    }
    guard Self.planeCount(rowsHeld + 1) > held else { return }
    plane(held).copyMemory(from: next, byteCount: planeByteCount)
  }

  /// Writes the white pixels of each block, or 255 times those of each column, out of `rowsHeld`
  /// rows.
  ///
  /// Up to 23 sums behind the last one are written.
  func writeSums(rowsHeld: Int, to sums: UnsafeMutablePointer<UInt16>) {
    let count = Self.planeCount(rowsHeld)
    for index in 0..<count {
      let plane = plane(index).assumingMemoryBound(to: UInt8.self)
      // What is behind the last pixel may be anything, and counts as black.
      plane[byteCount - 1] &= lastMask
      for rest in byteCount..<planeByteCount { plane[rest] = 0 }
    }
    switch columns {
    case 2: writeSums(of: count, Self.pairs, to: sums)
    case 3: writeTriples(of: count, to: sums)
    case 4: writeSums(of: count, Self.quads, to: sums)
    case 8: writeOctets(of: count, to: sums)
    default: writeColumns(of: count, to: sums)
    }
  }

  /// The bits of the numbers up to `count`.
  private static func planeCount(_ count: Int) -> Int { Int.bitWidth - count.leadingZeroBitCount }

  private func plane(_ index: Int) -> UnsafeMutableRawPointer {
    UnsafeMutableRawPointer(planes.pointer(as: UInt8.self) + index * planeByteCount)
  }
}

// MARK: - Sums

extension BitRows {
  /// Adds the planes by a table of the blocks in a byte, whose counts are added at once: none of
  /// them reaches 2^16.
  @inline(__always)
  private func writeSums<Counts: BitwiseCopyable & FixedWidthInteger>(
    of planeCount: Int, _ table: [Counts], to sums: UnsafeMutablePointer<UInt16>
  ) {
    let target = UnsafeMutableRawPointer(sums)
    let bytes = UnsafePointer(planes.pointer(as: UInt8.self))
    table.withUnsafeBufferPointer { table in
      for byte in 0..<byteCount {
        var sum: Counts = 0
        for index in 0..<planeCount {
          sum &+=
            table[Int(bytes[index * planeByteCount + byte])]
            &<< Counts(truncatingIfNeeded: index)
        }
        target.storeBytes(
          of: sum, toByteOffset: byte * MemoryLayout<Counts>.size, as: Counts.self)
      }
    }
  }

  /// The same for three bytes, eight blocks of three bits.
  private func writeTriples(of planeCount: Int, to sums: UnsafeMutablePointer<UInt16>) {
    let target = UnsafeMutableRawPointer(sums)
    let planes = UnsafeRawPointer(planes.pointer(as: UInt8.self))
    Self.triples.withUnsafeBufferPointer { table in
      for group in 0..<(byteCount + 2) / 3 {
        var bits = Self.threeBytes(planes, at: 3 * group)
        var first = table[bits >> 12]
        var second = table[bits & 0xFFF]
        for index in 1..<planeCount {
          bits = Self.threeBytes(planes, at: index * planeByteCount + 3 * group)
          first &+= table[bits >> 12] &<< UInt64(truncatingIfNeeded: index)
          second &+= table[bits & 0xFFF] &<< UInt64(truncatingIfNeeded: index)
        }
        let counts = SIMD2(first, second)
        target.storeBytes(of: counts, toByteOffset: group * 16, as: SIMD2<UInt64>.self)
      }
    }
  }

  /// Three bytes as a number, the first one highest; one more is read.
  @inline(__always)
  private static func threeBytes(_ bytes: UnsafeRawPointer, at offset: Int) -> Int {
    let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
    return Int(truncatingIfNeeded: UInt32(bigEndian: word) >> 8)
  }

  /// The same for whole bytes, 16 at a time, without a table.
  private func writeOctets(of planeCount: Int, to sums: UnsafeMutablePointer<UInt16>) {
    let target = UnsafeMutableRawPointer(sums)
    let planes = UnsafeRawPointer(planes.pointer(as: UInt8.self))
    for offset in stride(from: 0, to: planeByteCount, by: 16) {
      var sum = SIMD16<UInt16>.zero
      for index in 0..<planeCount {
        let bits = planes.loadUnaligned(
          fromByteOffset: index * planeByteCount + offset, as: Bits.self)
        sum &+=
          SIMD16<UInt16>(truncatingIfNeeded: Self.counts(bits))
          &<< UInt16(truncatingIfNeeded: index)
      }
      target.storeBytes(of: sum, toByteOffset: offset * 2, as: SIMD16<UInt16>.self)
    }
  }

  /// The ones in each byte: in its pairs of bits, then in its halves, then in all of it.
  @inline(__always)
  private static func counts(_ bits: Bits) -> Bits {
    let pairs = bits &- ((bits &>> 1) & 0x55)
    let halves = (pairs & 0x33) &+ ((pairs &>> 2) & 0x33)
    return (halves &+ (halves &>> 4)) & 0x0F
  }

  private func writeColumns(of planeCount: Int, to sums: UnsafeMutablePointer<UInt16>) {
    let target = UnsafeMutableRawPointer(sums)
    let bytes = UnsafePointer(planes.pointer(as: UInt8.self))
    for byte in 0..<byteCount {
      var sum = SIMD8<UInt16>.zero
      for index in 0..<planeCount {
        let bits = Self.bits(of: bytes[index * planeByteCount + byte])
        sum &+= SIMD8<UInt16>(truncatingIfNeeded: bits) &<< UInt16(truncatingIfNeeded: index)
      }
      target.storeBytes(of: sum &* 255, toByteOffset: byte * 16, as: SIMD8<UInt16>.self)
    }
  }

  /// The bits of a byte, the highest first, as numbers.
  @inline(__always)
  private static func bits(of byte: UInt8) -> SIMD8<UInt8> {
    let places = SIMD8<UInt8>(7, 6, 5, 4, 3, 2, 1, 0)
    return (SIMD8(repeating: byte) &>> places) & 1
  }

  // The tables are for processors that have the lowest byte of a number first.
  private static let pairs: [UInt64] = table(columns: 2, groups: 4)
  private static let triples: [UInt64] = table(columns: 3, groups: 4)
  private static let quads: [UInt32] = table(columns: 4, groups: 2).map(UInt32.init)

  /// For all numbers of `groups * columns` bits the ones in each group, as numbers of 16 bits side
  /// by side in memory, the group of the highest bits first.
  private static func table(columns: Int, groups: Int) -> [UInt64] {
    (0..<1 << (columns * groups)).map { (number: Int) -> UInt64 in
      (0..<groups).reduce(UInt64(0)) { sum, group in
        let bits = number >> (columns * (groups - 1 - group)) & (1 << columns - 1)
        return sum | UInt64(bits.nonzeroBitCount) << UInt64(16 * group)
      }
    }
  }
}
