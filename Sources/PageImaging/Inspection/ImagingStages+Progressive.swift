// SPDX-License-Identifier: Apache-2.0

extension ImagingStages {
  /// Counts the scans of a progressive JPEG by their markers.
  ///
  /// - Parameter source: A progressive JPEG.
  /// - Returns: The number of scans.
  /// - Throws: `ImagingError.io`.
  /// - Complexity: O(number of bytes).
  public static func countScans(_ source: ByteSource) throws(ImagingError) -> Int {
    try JPEGScanIndex(source, limit: DecodingLimits.default.progressiveScans).scanCount
  }

  /// Decodes the scans of a progressive JPEG that a thumbnail needs.
  ///
  /// - Parameters:
  ///   - source: A progressive JPEG.
  ///   - side: The number of samples per side of a reduced block: 1 for the DC scans, 2 for AC
  ///     scans too.
  ///   - transforms: Whether the coefficients are transformed to samples too.
  /// - Returns: Whether the file was decoded; `false` if libjpeg-turbo has to decode it.
  /// - Throws: `ImagingError.io`, `ImagingError.outOfMemory`, `ImagingError.cancelled`, and the
  ///   errors of `ImageHeader.init(reading:limits:)`.
  /// - Complexity: O(number of bytes and blocks).
  public static func readScans(
    _ source: ByteSource, side: Int, transforms: Bool
  ) throws(ImagingError) -> Bool {
    let header = try ImageHeader(reading: source)
    guard let block = ReducedBlock(rawValue: side),
      let coefficients = try ProgressiveCoefficients(
        source, header, block: block, scanLimit: DecodingLimits.default.progressiveScans)
    else { return false }
    return try read(coefficients, transforms: transforms)
  }

  static func read(
    _ coefficients: some LowFrequencySource, transforms: Bool
  ) throws(ImagingError) -> Bool {
    let block = coefficients.block
    let frame = coefficients.frame
    let widest = frame.components.map(\.blocksAcross).max() ?? 0
    let rows = try RawStorage(byteCount: widest * block.coefficientCount)
    for band in 0..<frame.bandCount {
      guard try coefficients.readBand() else { return false }
      guard transforms else { continue }
      for (index, component) in frame.components.enumerated() {
        for y in 0..<frame.blockRows(of: component, inBand: band) {
          unsafe ReducedTransform.transform(
            coefficients.coefficients(of: index)
              + y * component.storedBlocksAcross * block.coefficientCount,
            count: component.blocksAcross, block: block, steps: component.steps,
            into: rows.pointer(as: UInt8.self), stride: component.blocksAcross * block.side)
        }
      }
    }
    return try coefficients.finish()
  }
}
