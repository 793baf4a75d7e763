// SPDX-License-Identifier: Apache-2.0

/// The lowest coefficients of all blocks of a component, before dequantization.
///
/// Blocks stand row by row, with those that only fill up the last MCUs.
final class CoefficientGrid {
  /// The blocks from one row to the next one.
  let blocksPerRow: Int

  private let storage: RawStorage
  private let significanceStorage: RawStorage?
  /// The coefficients that are kept of a block: 1 or 4.
  let coefficientCount: Int

  /// The kept coefficients of a block.
  enum Contents: Int, Comparable {
    /// The DC coefficient, eight times the mean.
    case mean
    /// That and the three lowest AC coefficients.
    case details
    /// These, and which of all coefficients are not zero, without which scans that refine them
    /// cannot be read.
    case refinableDetails

    /// The coefficients that are kept of a block.
    var coefficientCount: Int { self == .mean ? 1 : 4 }

    static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
  }

  /// Makes a grid of zeros.
  ///
  /// - Throws: `ImagingError.outOfMemory`.
  init(
    _ component: ReducedFrame.Component, bandCount: Int, contents: Contents
  ) throws(ImagingError) {
    blocksPerRow = component.storedBlocksAcross
    let count = blocksPerRow * component.unitHeight * bandCount
    coefficientCount = contents.coefficientCount
    storage = try RawStorage(byteCount: 2 * coefficientCount * count)
    significanceStorage =
      contents == .refinableDetails ? try RawStorage(byteCount: 8 * count) : nil
  }

  /// The bytes that such a grid takes.
  static func byteCount(
    _ component: ReducedFrame.Component, bandCount: Int, contents: Contents
  ) -> Double {
    let count = Double(component.storedBlocksAcross * component.unitHeight * bandCount)
    return count * Double(2 * contents.coefficientCount + (contents == .refinableDetails ? 8 : 0))
  }

  /// Block by block the coefficients 0, 1, 2 and 4 in zigzag order, which are (row, column)
  /// (0, 0), (0, 1), (1, 0) and (1, 1), or the first of them; in quantization steps.
  var coefficients: UnsafeMutablePointer<Int16> { unsafe storage.pointer(as: Int16.self) }

  /// The same with the four coefficients of a block in one word, the first one lowest.
  var details: UnsafeMutablePointer<UInt64>? {
    unsafe coefficientCount == 4 ? storage.pointer(as: UInt64.self) : nil
  }

  /// Bit k of a block is set when its coefficient k is not zero.
  var significance: UnsafeMutablePointer<UInt64>? {
    unsafe significanceStorage?.pointer(as: UInt64.self)
  }

  /// Returns the lowest bit of a coefficient in `details`, or nil if it is not kept.
  static func detailBit(of coefficient: Int) -> Int? {
    switch coefficient {
    case 1: 16
    case 2: 32
    case 4: 48
    default: nil
    }
  }
}
