// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry

/// A decoder of the lowest coefficients of a progressive JPEG, from the scans a thumbnail needs.
///
/// The initializer decodes these scans to whole planes of coefficients. It skips all other scans.
final class ProgressiveCoefficients: LowFrequencySource {
  let frame: ReducedFrame
  let block: ReducedBlock
  /// The scans that were decoded.
  let selection: ScanSelection
  /// One grid for each component of the frame.
  let grids: [CoefficientGrid]

  private var bandsRead = 0

  /// Decodes the scans.
  ///
  /// Fails if libjpeg-turbo has to decode the file.
  ///
  /// - Parameters:
  ///   - source: The bytes of the file.
  ///   - header: The header of the file.
  ///   - block: The size of a reduced block, which determines the coefficients to decode.
  ///   - scanLimit: The largest number of scans; libjpeg-turbo's path rejects files with more.
  ///   - allows: Whether a number of bytes may be allocated; otherwise libjpeg-turbo decodes the
  ///     file.
  /// - Throws: `ImagingError.io`, `ImagingError.outOfMemory`, `ImagingError.cancelled`.
  /// - Complexity: O(bytes + blocks).
  init?(
    _ source: ByteSource, _ header: ImageHeader, block: ReducedBlock, scanLimit: Int,
    allows: (_ byteCount: Double) -> Bool = { _ in true }
  ) throws(ImagingError) {
    let index = try JPEGScanIndex(source, limit: scanLimit)
    guard index.isRegular, index.scanCount <= scanLimit,
      let frame = try ReducedFrame(index, size: header.storedSize, source),
      let selection = ScanSelection(index, wantsDetails: block == .fourSamples, frame: frame),
      allows(Self.byteCount(of: selection, frame))
    else { return nil }
    var grids: [CoefficientGrid] = []
    for (component, contents) in zip(frame.components, selection.contents) {
      grids.append(
        try CoefficientGrid(component, bandCount: frame.bandCount, contents: contents))
    }
    self.frame = frame
    self.block = block
    self.selection = selection
    self.grids = grids
    for scan in selection.scans {
      if Task.isCancelled { throw .cancelled }
      guard try decode(scan, source) else { return nil }
    }
  }

  /// Returns the number of bytes to allocate.
  ///
  /// These are the kept coefficients and the longest scan, which is read at once.
  private static func byteCount(of selection: ScanSelection, _ frame: ReducedFrame) -> Double {
    let grids = zip(frame.components, selection.contents).map { component, contents in
      CoefficientGrid.byteCount(component, bandCount: frame.bandCount, contents: contents)
    }
    let longest = selection.scans.map(\.coded.count).max() ?? 0
    return grids.reduce(0, +) + Double(longest)
  }

  func readBand() -> Bool {
    bandsRead += 1
    return bandsRead <= frame.bandCount
  }

  func coefficients(of component: Int) -> UnsafePointer<Int16> {
    let grid = grids[component]
    let row = (bandsRead - 1) * frame.components[component].unitHeight
    return unsafe UnsafePointer(grid.coefficients + row * grid.blocksPerRow * grid.coefficientCount)
  }

  func finish() -> Bool { true }

  // MARK: - Reading

  /// Decodes one scan, and returns whether it is valid.
  private func decode(_ scan: JPEGScan, _ source: ByteSource) throws(ImagingError) -> Bool {
    var intervals = try RestartIntervals(source, coded: scan.coded)
    guard scan.carriesDC else {
      guard let table = try Self.table(4 + scan.acTables[0], of: scan, source) else { return false }
      let grid = grids[scan.components[0]]
      return withExtendedLifetime(table) {
        unsafe scan.isFirst
          ? ACScans.decodeFirst(scan, &intervals, table: table.lookup, grid: grid, frame: frame)
          : ACScans.decodeRefinement(
            scan, &intervals, table: table.lookup, grid: grid, frame: frame)
      }
    }
    guard scan.isFirst else {
      return DCScans.decodeRefinement(scan, &intervals, grids: grids, frame: frame)
    }
    var tables: [ProgressiveTable] = []
    for place in scan.dcTables {
      guard let table = try Self.table(place, of: scan, source) else { return false }
      tables.append(table)
    }
    return withExtendedLifetime(tables) {
      unsafe DCScans.decodeFirst(
        scan, &intervals, tables: tables.map(unsafe \.lookup), grids: grids, frame: frame)
    }
  }

  /// Returns a Huffman table of a scan, or `nil` if it is undefined or has invalid symbols.
  private static func table(
    _ place: Int, of scan: JPEGScan, _ source: ByteSource
  ) throws(ImagingError) -> ProgressiveTable? {
    guard let code = try HuffmanCode.read(source, at: scan.tableOffsets[place]),
      code.entries.allSatisfy({ isOrdinary($0.symbol, in: scan) })
    else { return nil }
    return try ProgressiveTable(code)
  }

  /// Returns whether a symbol is valid in a scan.
  ///
  /// DC symbols have no run. A number shifted by the missing bits must fit into 15 bits and a sign.
  private static func isOrdinary(_ symbol: UInt8, in scan: JPEGScan) -> Bool {
    (symbol < 16 || !scan.carriesDC) && Int(symbol & 15) + scan.missingBits <= 15
  }
}
