// SPDX-License-Identifier: Apache-2.0

/// A block of the unit of a baseline scan: its code tables and the destination of its coefficients.
///
/// The block holds only pointers, so that a loop over blocks counts no references; `BaselineUnit`
/// owns the memory.
@unsafe struct BaselineBlock {
  private let means: UnsafePointer<UInt32>
  private let dcSymbols: UnsafePointer<UInt32>
  private let acSymbols: UnsafePointer<UInt32>
  private let skips: UnsafePointer<UInt16>
  private let dcTables: Unmanaged<HuffmanTables>
  private let acTables: Unmanaged<HuffmanTables>
  /// The last DC coefficient of the component.
  private let prediction: UnsafeMutablePointer<Int32>
  /// The coefficients of this block in the first unit of a band.
  private let first: UnsafeMutablePointer<Int16>
  /// The distance between two units, in coefficients.
  private let stride: Int
  private var output: UnsafeMutablePointer<Int16>

  init(
    _ tables: BaselineTables, prediction: UnsafeMutablePointer<Int32>,
    first: UnsafeMutablePointer<Int16>, stride: Int
  ) {
    unsafe means = tables.means
    unsafe dcSymbols = tables.dc.symbols
    unsafe acSymbols = tables.ac.symbols
    unsafe skips = tables.ac.skips
    unsafe dcTables = .passUnretained(tables.dc)
    unsafe acTables = .passUnretained(tables.ac)
    unsafe self.prediction = prediction
    unsafe self.first = first
    unsafe self.stride = stride
    unsafe output = first
  }

  /// Goes back to the first unit of a band.
  mutating func rewind() { unsafe output = first }

  /// Decodes a block and keeps its DC coefficient.
  ///
  /// `range` gets bits above the lowest 16 if a DC coefficient does not fit into 16 bits.
  ///
  /// - Returns: `false` if the bits are not a valid code.
  @inline(__always)
  mutating func readMean(_ window: inout BitWindow, range: inout UInt32) -> Bool {
    unsafe window.refill()
    let entry = unsafe DCEntry(rawValue: means[window.index])
    if entry.rawValue != 0 {
      unsafe window.drop(entry.bitCount)
      unsafe output.pointee = predict(entry.difference, range: &range)
      unsafe output += stride
      let position = 1 &+ entry.advance
      return unsafe position >= 64 || skip(from: position, &window)
    }
    guard let value = unsafe readDC(&window, range: &range) else { return false }
    unsafe output.pointee = value
    unsafe output += stride
    return unsafe skip(from: 1, &window)
  }

  /// Decodes a block and keeps its four lowest coefficients.
  ///
  /// `values` is scratch memory for 256 coefficients, which need not be initialized.
  ///
  /// - Returns: `false` if the bits are not a valid code.
  @inline(__always)
  mutating func readQuarters(
    _ window: inout BitWindow, range: inout UInt32, values: UnsafeMutablePointer<Int16>
  ) -> Bool {
    guard let value = unsafe readDC(&window, range: &range) else { return false }
    unsafe values[1] = 0
    unsafe values[2] = 0
    unsafe values[4] = 0
    guard unsafe readLow(&window, into: values) else { return false }
    let low = unsafe SIMD4(value, values[1], values[2], values[4])
    unsafe UnsafeMutableRawPointer(output).storeBytes(of: low, as: SIMD4<Int16>.self)
    unsafe output += stride
    return true
  }

  /// Decodes the DC coefficient, and leaves at least 27 bits in the window.
  ///
  /// - Returns: The coefficient, or `nil` if the bits are not a valid code.
  @inline(__always)
  private func readDC(_ window: inout BitWindow, range: inout UInt32) -> Int16? {
    unsafe window.refill()
    var entry = unsafe SymbolEntry(rawValue: dcSymbols[window.index])
    let difference: Int32
    if entry.rawValue != 0 {
      difference = unsafe window.take(entry)
    } else {
      entry = unsafe Self.longEntry(dcTables, window.bits)
      guard entry.rawValue != 0 else { return nil }
      difference = unsafe window.take(entry)
      unsafe window.refill()
    }
    return unsafe predict(difference, range: &range)
  }

  @inline(__always)
  private func predict(_ difference: Int32, range: inout UInt32) -> Int16 {
    let value = unsafe prediction.pointee &+ difference
    unsafe prediction.pointee = value
    range |= UInt32(bitPattern: value &+ 0x8000)
    return Int16(truncatingIfNeeded: value)
  }

  /// Decodes single symbols while a kept coefficient can follow, then skips the rest of the block.
  @inline(__always)
  private func readLow(
    _ window: inout BitWindow, into values: UnsafeMutablePointer<Int16>
  ) -> Bool {
    var position = 1
    repeat {
      var entry = unsafe SymbolEntry(rawValue: acSymbols[window.index])
      if entry.rawValue == 0 {
        unsafe window.refill()
        entry = unsafe Self.longEntry(acTables, window.bits)
        guard entry.rawValue != 0 else { return false }
      }
      let place = position &+ entry.advance &- 1
      unsafe values[place] = Int16(truncatingIfNeeded: window.take(entry))
      position = place &+ 1
      unsafe window.refill()
    } while unsafe position <= Self.lastKept
    return unsafe position >= 64 || skip(from: position, &window)
  }

  /// The zigzag position of the coefficient (1, 1).
  private static let lastKept = 4

  /// Skips the rest of a block from the position `start` on.
  ///
  /// The window must hold at least 27 bits: an entry takes up to 12 bits of codes, and up to 15
  /// bits of the coefficient after the last code.
  ///
  /// - Returns: `false` if the bits are not a valid code.
  @inline(__always)
  private func skip(from start: Int, _ window: inout BitWindow) -> Bool {
    var position = start
    while true {
      var entry = unsafe Int(skips[window.index])
      unsafe window.drop(entry & 0xFF)
      position &+= entry &>> 8
      while position < 64 {
        unsafe window.refill()
        entry = unsafe Int(skips[window.index])
        unsafe window.drop(entry & 0xFF)
        position &+= entry &>> 8
        if position >= 64 { break }
        entry = unsafe Int(skips[window.index])
        unsafe window.drop(entry & 0xFF)
        position &+= entry &>> 8
      }
      if SkipEntry.isEnd(position) { return true }
      // Passing `window` inout would spill it: pass a copy.
      var copy = unsafe window
      position = unsafe Self.step(
        from: position &- entry &>> 8, putBack: entry & 0xFF, &copy, acSymbols, acTables)
      unsafe window = copy
      if position >= 64 { return true }
      if position == 0 { return false }
    }
  }

  /// Puts back the bits of the last lookup and takes a single symbol.
  ///
  /// A run that leads out of the block ends the block, as in libjpeg.
  ///
  /// - Returns: The position after the symbol, or 0 if the bits are not a valid code.
  @inline(never)
  private static func step(
    from position: Int, putBack bitCount: Int, _ window: inout BitWindow,
    _ symbols: UnsafePointer<UInt32>, _ tables: Unmanaged<HuffmanTables>
  ) -> Int {
    unsafe window.putBack(bitCount)
    var entry = unsafe SymbolEntry(rawValue: symbols[window.index])
    if entry.rawValue == 0 { entry = unsafe longEntry(tables, window.bits) }
    guard entry.rawValue != 0 else { return 0 }
    unsafe window.drop(entry.bitCount)
    unsafe window.refill()
    return position + entry.advance
  }

  /// Returns the entry of a code of more than 12 bits, or 0 if the bits are not a valid code.
  @inline(never)
  private static func longEntry(
    _ tables: Unmanaged<HuffmanTables>, _ bits: UInt64
  ) -> SymbolEntry {
    unsafe tables._withUnsafeGuaranteedRef { $0.longEntry(bits) }
  }
}
