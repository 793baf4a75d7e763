// SPDX-License-Identifier: Apache-2.0

/// The lowest coefficients of a baseline JPEG of one scan.
///
/// The other coefficients are passed over, as many symbols at once as a look at 12 bits shows. The
/// time is that of the branches that no processor foresees: how many looks a block takes.
final class BaselineCoefficients: LowCoefficientSource {
  let frame: ReducedFrame
  let block: ReducedBlock

  private let input: EntropyInput
  private let restartInterval: Int
  private let tables: [HuffmanTables]
  private let storage: [PixelStorage]
  private let slots: UnsafeMutablePointer<BlockSlot>
  private let slotCount: Int
  private var window: BitWindow
  /// The last position from which a whole unit can be read without looking at the end.
  private var lastSafe: UnsafePointer<UInt8>
  private var predictions = SIMD4<Int32>.zero
  private var unitsToRestart: Int
  private var nextRestart: UInt8 = 0xD0
  private var bandsRead = 0

  /// Reads up to the first coded byte; nil when the file has to be left to libjpeg-turbo.
  init?(_ source: ByteSource, block: ReducedBlock) throws(ImagingError) {
    let input = try EntropyInput(source, from: 2)
    var segments = ReducedSegments()
    guard case .scan(let scan) = try segments.readToScan(from: input, frameMarker: 0xC0),
      scan.isSequential, scan.components.count == segments.components.count,
      let frame = segments.frame
    else { return nil }
    self.input = input
    self.frame = frame
    self.block = block
    restartInterval = segments.restartInterval
    unitsToRestart = restartInterval
    var storage: [PixelStorage] = []
    var tables: [HuffmanTables] = []
    var slots: [BlockSlot] = []
    for (number, component) in frame.components.enumerated() {
      let codes = scan.components[number]
      guard let dcCode = segments.dcCodes[codes.dcCode],
        let acCode = segments.acCodes[codes.acCode],
        let dc = try HuffmanTables(dcCode, isDC: true),
        let ac = try HuffmanTables(acCode, isDC: false)
      else { return nil }
      let row = component.storedBlocksAcross * block.coefficientCount
      let band = try PixelStorage(byteCount: row * component.unitHeight * 2)
      for y in 0..<component.unitHeight {
        for x in 0..<component.unitWidth {
          slots.append(
            BlockSlot(
              dc: dc, ac: ac, component: number,
              first: band.pointer(as: Int16.self) + y * row + x * block.coefficientCount,
              stride: component.unitWidth * block.coefficientCount))
        }
      }
      storage.append(band)
      tables += [dc, ac]
    }
    self.storage = storage
    self.tables = tables
    slotCount = slots.count
    self.slots = .allocate(capacity: slots.count)
    self.slots.initialize(from: slots, count: slots.count)
    window = BitWindow(at: try input.beginCodedData())
    lastSafe = window.next
    setLastSafe()
  }

  deinit { slots.deallocate() }

  func coefficients(of component: Int) -> UnsafePointer<Int16> {
    UnsafePointer(storage[component].pointer(as: Int16.self))
  }

  func readBand() throws(ImagingError) -> Bool {
    for slot in 0..<slotCount { slots[slot].output = slots[slot].first }
    var unit = 0
    while unit < frame.unitsAcross {
      if restartInterval > 0, unitsToRestart == 0 {
        guard try restart() else { return false }
      }
      let left = frame.unitsAcross - unit
      let count = restartInterval > 0 ? min(left, unitsToRestart) : left
      guard try readUnits(count) else { return false }
      unit += count
      unitsToRestart -= count
    }
    bandsRead += 1
    return true
  }

  func finish() throws(ImagingError) -> Bool { try isAtMarker(0xD9) }

  // MARK: - The coded bytes

  private func setLastSafe() {
    // Behind the end of all data, the first bits that are not there end the reading.
    lastSafe = input.ending == .open ? input.codedEnd - EntropyInput.slack : input.codedEnd + 8
  }

  /// Reads more bytes; false when there are none.
  private func refill() throws(ImagingError) -> Bool {
    guard input.ending == .open else { return false }
    let (byte, bit) = window.bytePosition
    window.move(to: try input.refill(from: byte), bit: bit)
    setLastSafe()
    return true
  }

  /// Whether fewer than eight bits are left, and then this marker comes.
  private func isAtMarker(_ code: UInt8) throws(ImagingError) -> Bool {
    if input.ending == .open { _ = try refill() }
    return input.ending == .marker(code) && (0..<8).contains(window.bitCount(to: input.codedEnd))
  }

  private func restart() throws(ImagingError) -> Bool {
    guard try isAtMarker(nextRestart) else { return false }
    nextRestart = nextRestart == 0xD7 ? 0xD0 : nextRestart + 1
    predictions = .zero
    unitsToRestart = restartInterval
    window = BitWindow(at: try input.beginCodedData())
    setLastSafe()
    return true
  }

  // MARK: - Blocks

  /// Reads some units; false when something is wrong with them.
  private func readUnits(_ count: Int) throws(ImagingError) -> Bool {
    var left = count
    while left > 0 {
      if window.next > lastSafe {
        guard try refill() else { return false }
      }
      let isDone =
        switch block {
        case .oneSample: readMeans(&left)
        case .fourSamples: readQuarters(&left)
        }
      guard isDone else { return false }
    }
    return true
  }

  /// Reads units while their bytes are there; false when something is wrong with them.
  private func readMeans(_ left: inout Int) -> Bool {
    var window = window
    var predictions = predictions
    var range: Int32 = 0
    let lastSafe = lastSafe
    while left > 0, window.next <= lastSafe {
      for index in 0..<slotCount {
        let slot = slots + index
        let component = slot.pointee.component
        window.refill()
        guard let difference = slot.pointee.takeDC(&window) else { return false }
        let value = predictions[component] &+ difference
        predictions[component] = value
        range |= value &+ 0x8000
        slot.pointee.output.pointee = Int16(truncatingIfNeeded: value)
        slot.pointee.output += slot.pointee.stride
        guard slot.pointee.skip(from: 1, &window) else { return false }
      }
      left -= 1
    }
    self.window = window
    self.predictions = predictions
    return range >> 16 == 0
  }

  private func readQuarters(_ left: inout Int) -> Bool {
    var window = window
    var predictions = predictions
    var range: Int32 = 0
    let lastSafe = lastSafe
    return withUnsafeTemporaryAllocation(of: Int16.self, capacity: 256) { values in
      values.initialize(repeating: 0)
      guard let values = values.baseAddress else { return false }
      while left > 0, window.next <= lastSafe {
        for index in 0..<slotCount {
          let slot = slots + index
          let component = slot.pointee.component
          window.refill()
          guard let difference = slot.pointee.takeDC(&window) else { return false }
          let value = predictions[component] &+ difference
          predictions[component] = value
          range |= value &+ 0x8000
          values[1] = 0
          values[2] = 0
          values[4] = 0
          guard slot.pointee.takeLow(&window, into: values) else { return false }
          let low = SIMD4(Int16(truncatingIfNeeded: value), values[1], values[2], values[4])
          UnsafeMutableRawPointer(slot.pointee.output).storeBytes(
            of: low, as: SIMD4<Int16>.self)
          slot.pointee.output += slot.pointee.stride
        }
        left -= 1
      }
      self.window = window
      self.predictions = predictions
      return range >> 16 == 0
    }
  }
}

/// A block of the unit: how it is coded, and where its coefficients go.
private struct BlockSlot {
  let dcSymbols: UnsafePointer<UInt32>
  let acSymbols: UnsafePointer<UInt32>
  let skips: UnsafePointer<UInt16>
  let dc: Unmanaged<HuffmanTables>
  let ac: Unmanaged<HuffmanTables>
  let component: Int
  /// The place of this block in the first unit of a band.
  let first: UnsafeMutablePointer<Int16>
  /// From a unit to the next.
  let stride: Int
  var output: UnsafeMutablePointer<Int16>

  init(
    dc: HuffmanTables, ac: HuffmanTables, component: Int, first: UnsafeMutablePointer<Int16>,
    stride: Int
  ) {
    dcSymbols = dc.symbols
    acSymbols = ac.symbols
    skips = ac.skips
    self.dc = .passUnretained(dc)
    self.ac = .passUnretained(ac)
    self.component = component
    self.first = first
    self.stride = stride
    output = first
  }

  /// Takes the difference of the DC coefficient, and leaves 27 bits; nil for a code that is none.
  @inline(__always)
  func takeDC(_ window: inout BitWindow) -> Int32? {
    let entry = SymbolEntry(rawValue: dcSymbols[window.index])
    if entry.rawValue != 0 { return window.take(entry) }
    guard let entry = Self.longEntry(dc, window) else { return nil }
    let difference = window.take(entry)
    window.refill()
    return difference
  }

  /// Passes over the rest of a block from a position on; 27 bits are in the window.
  @inline(__always)
  func skip(from start: Int, _ window: inout BitWindow) -> Bool {
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
      guard let next = step(from: position &- entry &>> 8, putBack: entry & 0xFF, &window) else {
        return false
      }
      if next >= 64 { return true }
      position = next
    }
  }

  /// Gives back the bits of the last look and takes one symbol; nil for a code that is none.
  @inline(never)
  private func step(from position: Int, putBack bitCount: Int, _ window: inout BitWindow) -> Int? {
    window.putBack(bitCount)
    guard let entry = acEntry(window) else { return nil }
    window.drop(entry.bitCount)
    window.refill()
    return position + entry.advance
  }

  private func acEntry(_ window: BitWindow) -> SymbolEntry? {
    let entry = SymbolEntry(rawValue: acSymbols[window.index])
    return entry.rawValue != 0 ? entry : Self.longEntry(ac, window)
  }

  @inline(__always)
  func takeLow(_ window: inout BitWindow, into values: UnsafeMutablePointer<Int16>) -> Bool {
    var position = 1
    repeat {
      var entry = SymbolEntry(rawValue: acSymbols[window.index])
      if entry.rawValue == 0 {
        window.refill()
        guard let long = Self.longEntry(ac, window) else { return false }
        entry = long
      }
      values[position &+ entry.advance &- 1] = Int16(truncatingIfNeeded: window.take(entry))
      position &+= entry.advance
      window.refill()
    } while position <= 4
    if position >= 64 { return true }
    return skip(from: position, &window)
  }

  @inline(never)
  private static func longEntry(_ tables: Unmanaged<HuffmanTables>, _ window: BitWindow)
    -> SymbolEntry?
  {
    tables._withUnsafeGuaranteedRef { $0.longEntry(window.bits) }
  }
}
