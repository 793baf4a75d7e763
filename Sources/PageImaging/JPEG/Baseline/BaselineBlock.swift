// SPDX-License-Identifier: Apache-2.0

/// A block of the unit of a baseline scan: how it is coded, and where its coefficients go.
///
/// Holds pointers only, so that a loop over blocks counts no references; `BaselineUnit` owns what
/// they point to.
struct BaselineBlock {
  private let means: UnsafePointer<UInt32>
  private let dcSymbols: UnsafePointer<UInt32>
  private let acSymbols: UnsafePointer<UInt32>
  private let skips: UnsafePointer<UInt16>
  private let dcTables: Unmanaged<HuffmanTables>
  private let acTables: Unmanaged<HuffmanTables>
  /// The last DC coefficient of the component.
  private let prediction: UnsafeMutablePointer<Int32>
  /// The place of this block in the first unit of a band.
  private let first: UnsafeMutablePointer<Int16>
  /// From a unit to the next.
  private let stride: Int
  private var output: UnsafeMutablePointer<Int16>

  init(
    _ tables: BaselineTables, prediction: UnsafeMutablePointer<Int32>,
    first: UnsafeMutablePointer<Int16>, stride: Int
  ) {
    means = tables.means
    dcSymbols = tables.dc.symbols
    acSymbols = tables.ac.symbols
    skips = tables.ac.skips
    dcTables = .passUnretained(tables.dc)
    acTables = .passUnretained(tables.ac)
    self.prediction = prediction
    self.first = first
    self.stride = stride
    output = first
  }

  /// Goes back to the first unit of a band.
  mutating func rewind() { output = first }

  /// Reads a block and keeps its DC coefficient; `false` for a code that is none.
  ///
  /// `range` has bits above the lowest 16 as soon as a DC coefficient does not fit these.
  @inline(__always)
  mutating func readMean(_ window: inout BitWindow, range: inout UInt32) -> Bool {
    window.refill()
    let entry = DCEntry(rawValue: means[window.index])
    if entry.rawValue != 0 {
      window.drop(entry.bitCount)
      output.pointee = predict(entry.difference, range: &range)
      output += stride
      let position = 1 &+ entry.advance
      return position >= 64 || skip(from: position, &window)
    }
    guard let value = readDC(&window, range: &range) else { return false }
    output.pointee = value
    output += stride
    return skip(from: 1, &window)
  }

  /// Reads a block and keeps its four lowest coefficients; `false` for a code that is none.
  ///
  /// `values` has room for 256, of which all but the first five may be anything.
  @inline(__always)
  mutating func readQuarters(
    _ window: inout BitWindow, range: inout UInt32, values: UnsafeMutablePointer<Int16>
  ) -> Bool {
    guard let value = readDC(&window, range: &range) else { return false }
    values[1] = 0
    values[2] = 0
    values[4] = 0
    guard readLow(&window, into: values) else { return false }
    let low = SIMD4(value, values[1], values[2], values[4])
    UnsafeMutableRawPointer(output).storeBytes(of: low, as: SIMD4<Int16>.self)
    output += stride
    return true
  }

  /// Reads the DC coefficient, and leaves at least 27 bits in the window.
  @inline(__always)
  private func readDC(_ window: inout BitWindow, range: inout UInt32) -> Int16? {
    window.refill()
    var entry = SymbolEntry(rawValue: dcSymbols[window.index])
    let difference: Int32
    if entry.rawValue != 0 {
      difference = window.take(entry)
    } else {
      entry = Self.longEntry(dcTables, window.bits)
      guard entry.rawValue != 0 else { return nil }
      difference = window.take(entry)
      window.refill()
    }
    return predict(difference, range: &range)
  }

  @inline(__always)
  private func predict(_ difference: Int32, range: inout UInt32) -> Int16 {
    let value = prediction.pointee &+ difference
    prediction.pointee = value
    range |= UInt32(bitPattern: value &+ 0x8000)
    return Int16(truncatingIfNeeded: value)
  }

  /// Reads symbol by symbol as long as one of the kept coefficients may come, then skips.
  @inline(__always)
  private func readLow(
    _ window: inout BitWindow, into values: UnsafeMutablePointer<Int16>
  ) -> Bool {
    var position = 1
    repeat {
      var entry = SymbolEntry(rawValue: acSymbols[window.index])
      if entry.rawValue == 0 {
        window.refill()
        entry = Self.longEntry(acTables, window.bits)
        guard entry.rawValue != 0 else { return false }
      }
      let place = position &+ entry.advance &- 1
      values[place] = Int16(truncatingIfNeeded: window.take(entry))
      position = place &+ 1
      window.refill()
    } while position <= Self.lastKept
    return position >= 64 || skip(from: position, &window)
  }

  /// The place of the coefficient (1, 1) in the zigzag.
  private static let lastKept = 4

  /// Passes over the rest of a block from a position on; at least 27 bits are in the window.
  ///
  /// An entry takes up to 12 bits of codes, and 15 of the coefficient behind the last code.
  @inline(__always)
  private func skip(from start: Int, _ window: inout BitWindow) -> Bool {
    var position = start
    while true {
      var entry = Int(skips[window.index])
      window.drop(entry & 0xFF)
      position &+= entry &>> 8
      while position < 64 {
        window.refill()
        entry = Int(skips[window.index])
        window.drop(entry & 0xFF)
        position &+= entry &>> 8
        if position >= 64 { break }
        entry = Int(skips[window.index])
        window.drop(entry & 0xFF)
        position &+= entry &>> 8
      }
      if SkipEntry.isEnd(position) { return true }
      // A window whose address is given away does not stay in registers; its copy may go.
      var copy = window
      position = Self.step(
        from: position &- entry &>> 8, putBack: entry & 0xFF, &copy, acSymbols, acTables)
      window = copy
      if position >= 64 { return true }
      if position == 0 { return false }
    }
  }

  /// Gives back the bits of the last look and takes one symbol; 0 for a code that is none.
  ///
  /// A run that leads out of the block ends it, as in libjpeg.
  @inline(never)
  private static func step(
    from position: Int, putBack bitCount: Int, _ window: inout BitWindow,
    _ symbols: UnsafePointer<UInt32>, _ tables: Unmanaged<HuffmanTables>
  ) -> Int {
    window.putBack(bitCount)
    var entry = SymbolEntry(rawValue: symbols[window.index])
    if entry.rawValue == 0 { entry = longEntry(tables, window.bits) }
    guard entry.rawValue != 0 else { return 0 }
    window.drop(entry.bitCount)
    window.refill()
    return position + entry.advance
  }

  /// The entry of a code of more than 12 bits; all zero for a code that is none.
  @inline(never)
  private static func longEntry(
    _ tables: Unmanaged<HuffmanTables>, _ bits: UInt64
  ) -> SymbolEntry {
    tables._withUnsafeGuaranteedRef { $0.longEntry(bits) }
  }
}
