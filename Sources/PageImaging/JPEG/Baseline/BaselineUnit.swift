// SPDX-License-Identifier: Apache-2.0

/// The blocks of the unit (MCU) of a baseline scan, and the coefficients of a band.
final class BaselineUnit {
  private let blocks: UnsafeMutablePointer<BaselineBlock>
  private let blockCount: Int
  private let blockStorage: PixelStorage
  private let predictions: PixelStorage
  private let bands: [PixelStorage]
  private let tables: [SIMD2<Int>: BaselineTables]

  /// Makes the tables of the scan; nil if one is missing or means nothing.
  init?(
    _ frame: ReducedFrame, _ scan: ReducedScan, _ segments: ReducedSegments, block: ReducedBlock
  ) throws(ImagingError) {
    predictions = try PixelStorage(byteCount: frame.components.count * 4)
    var blocks: [BaselineBlock] = []
    var bands: [PixelStorage] = []
    // Components of colour share their codes.
    var tables: [SIMD2<Int>: BaselineTables] = [:]
    for (index, component) in frame.components.enumerated() {
      let codes = SIMD2(scan.components[index].dcCode, scan.components[index].acCode)
      guard let dc = segments.tables.dcCodes[codes[0]],
        let ac = segments.tables.acCodes[codes[1]],
        let own = try Self.tables(known: tables[codes], dc, ac)
      else { return nil }
      tables[codes] = own
      let row = component.storedBlocksAcross * block.coefficientCount
      let band = try PixelStorage(byteCount: row * component.unitHeight * 2)
      for place in 0..<component.unitWidth * component.unitHeight {
        let (y, x) = place.quotientAndRemainder(dividingBy: component.unitWidth)
        blocks.append(
          BaselineBlock(
            own, prediction: predictions.pointer(as: Int32.self) + index,
            first: band.pointer(as: Int16.self) + y * row + x * block.coefficientCount,
            stride: component.unitWidth * block.coefficientCount))
      }
      bands.append(band)
    }
    self.bands = bands
    self.tables = tables
    blockCount = blocks.count
    blockStorage = try PixelStorage(
      byteCount: blocks.count * MemoryLayout<BaselineBlock>.stride)
    self.blocks = blockStorage.pointer(as: BaselineBlock.self)
    self.blocks.initialize(from: blocks, count: blocks.count)
  }

  private static func tables(
    known: BaselineTables?, _ dc: HuffmanCode, _ ac: HuffmanCode
  ) throws(ImagingError) -> BaselineTables? {
    if let known { return known }
    return try BaselineTables(dc: dc, ac: ac)
  }

  /// The coefficients of a component in the band.
  func coefficients(of component: Int) -> UnsafePointer<Int16> {
    UnsafePointer(bands[component].pointer(as: Int16.self))
  }

  /// Goes to the first unit of the next band.
  func beginBand() {
    for index in 0..<blockCount { blocks[index].rewind() }
  }

  /// Begins to count DC coefficients from zero, as behind a restart marker.
  func clearPredictions() {
    predictions.bytes.initializeMemory(as: UInt8.self, repeating: 0)
  }

  /// Reads up to `count` units as long as `window` is not behind `lastSafe`, and keeps the DC
  /// coefficients.
  ///
  /// - Returns: The number of units, or nil when something is wrong with them.
  func readMeans(
    _ count: Int, _ window: inout BitWindow, lastSafe: UnsafePointer<UInt8>
  ) -> Int? {
    var local = window
    var range: UInt32 = 0
    var unit = 0
    while unit < count, local.next <= lastSafe {
      for index in 0..<blockCount {
        guard blocks[index].readMean(&local, range: &range) else { return nil }
      }
      unit += 1
    }
    window = local
    return range >> 16 == 0 ? unit : nil
  }

  /// The same, and keeps the four lowest coefficients.
  func readQuarters(
    _ count: Int, _ window: inout BitWindow, lastSafe: UnsafePointer<UInt8>
  ) -> Int? {
    withUnsafeTemporaryAllocation(of: Int16.self, capacity: 256) { values in
      guard let values = values.baseAddress else { return nil }
      var local = window
      var range: UInt32 = 0
      var unit = 0
      while unit < count, local.next <= lastSafe {
        for index in 0..<blockCount {
          guard blocks[index].readQuarters(&local, range: &range, values: values) else {
            return nil
          }
        }
        unit += 1
      }
      window = local
      return range >> 16 == 0 ? unit : nil
    }
  }
}
