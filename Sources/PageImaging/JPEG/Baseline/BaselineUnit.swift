// SPDX-License-Identifier: Apache-2.0

/// The blocks of the unit (MCU) of a baseline scan, and the coefficients of a band.
///
/// Safe as a value: the pointers of its blocks point into storage that it owns.
@safe final class BaselineUnit {
  private let blocks: UnsafeMutablePointer<BaselineBlock>
  private let blockCount: Int
  private let blockStorage: RawStorage
  private let predictions: RawStorage
  private let bands: [RawStorage]
  private let tables: [SIMD2<Int>: BaselineTables]

  /// Builds the tables of the scan.
  ///
  /// Fails if a table is missing or invalid.
  init?(
    _ frame: ReducedFrame, _ scan: JPEGScan, _ source: ByteSource, block: ReducedBlock
  ) throws(ImagingError) {
    predictions = try RawStorage(byteCount: frame.components.count * 4)
    var blocks: [BaselineBlock] = unsafe []
    var bands: [RawStorage] = []
    // The chroma components usually share their codes: build the tables of a pair of codes once.
    var tables: [SIMD2<Int>: BaselineTables] = [:]
    for (index, component) in frame.components.enumerated() {
      let codes = SIMD2(scan.dcTables[index], scan.acTables[index])
      guard let own = try Self.tables(codes, known: tables[codes], of: scan, source) else {
        return nil
      }
      tables[codes] = own
      let row = component.storedBlocksAcross * block.coefficientCount
      let band = try RawStorage(byteCount: row * component.unitHeight * 2)
      for place in 0..<component.unitWidth * component.unitHeight {
        let (y, x) = place.quotientAndRemainder(dividingBy: component.unitWidth)
        unsafe blocks.append(
          BaselineBlock(
            own, prediction: predictions.pointer(as: Int32.self) + index,
            first: band.pointer(as: Int16.self) + y * row + x * block.coefficientCount,
            stride: component.unitWidth * block.coefficientCount))
      }
      bands.append(band)
    }
    self.bands = bands
    self.tables = tables
    blockCount = unsafe blocks.count
    blockStorage = try unsafe RawStorage(
      byteCount: blocks.count * MemoryLayout<BaselineBlock>.stride)
    unsafe self.blocks = blockStorage.pointer(as: BaselineBlock.self)
    unsafe self.blocks.initialize(from: blocks, count: blocks.count)
  }

  private static func tables(
    _ codes: SIMD2<Int>, known: BaselineTables?, of scan: JPEGScan, _ source: ByteSource
  ) throws(ImagingError) -> BaselineTables? {
    if let known { return known }
    guard codes[0] < 4, codes[1] < 4,
      let dc = try HuffmanCode.read(source, at: scan.tableOffsets[codes[0]]),
      let ac = try HuffmanCode.read(source, at: scan.tableOffsets[4 + codes[1]])
    else { return nil }
    return try BaselineTables(dc: dc, ac: ac)
  }

  /// Returns the coefficients of a component in the band.
  func coefficients(of component: Int) -> UnsafePointer<Int16> {
    unsafe UnsafePointer(bands[component].pointer(as: Int16.self))
  }

  /// Moves to the first unit of the next band.
  func beginBand() {
    for index in 0..<blockCount { unsafe blocks[index].rewind() }
  }

  /// Resets the DC predictions to zero, as after a restart marker.
  func clearPredictions() {
    unsafe predictions.bytes.initializeMemory(as: UInt8.self, repeating: 0)
  }

  /// Decodes up to `count` units and keeps their DC coefficients.
  ///
  /// Decoding stops when `window` is past `lastSafe`.
  ///
  /// - Returns: The number of decoded units, or `nil` if the data are invalid.
  func readMeans(
    _ count: Int, _ window: inout BitWindow, lastSafe: UnsafePointer<UInt8>
  ) -> Int? {
    var local = unsafe window
    var range: UInt32 = 0
    var unit = 0
    while unit < count, unsafe local.next <= lastSafe {
      for index in 0..<blockCount {
        guard unsafe blocks[index].readMean(&local, range: &range) else { return nil }
      }
      unit += 1
    }
    unsafe window = local
    return range >> 16 == 0 ? unit : nil
  }

  /// Decodes units like `readMeans`, and keeps their four lowest coefficients.
  func readQuarters(
    _ count: Int, _ window: inout BitWindow, lastSafe: UnsafePointer<UInt8>
  ) -> Int? {
    unsafe withUnsafeTemporaryAllocation(of: Int16.self, capacity: 256) { values in
      guard let values = values.baseAddress else { return nil }
      var local = unsafe window
      var range: UInt32 = 0
      var unit = 0
      while unit < count, unsafe local.next <= lastSafe {
        for index in 0..<blockCount {
          guard unsafe blocks[index].readQuarters(&local, range: &range, values: values) else {
            return nil
          }
        }
        unit += 1
      }
      unsafe window = local
      return range >> 16 == 0 ? unit : nil
    }
  }
}
