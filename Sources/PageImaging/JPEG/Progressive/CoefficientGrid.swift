// SPDX-License-Identifier: Apache-2.0

/// The lowest coefficients of all blocks of a component, before dequantization.
///
/// Blocks are stored row by row, including those that only pad the last MCUs.
final class CoefficientGrid {
  /// The distance between two rows, in blocks.
  let blocksPerRow: Int

  private let storage: RawStorage
  private let significanceStorage: RawStorage?
  /// The number of coefficients kept per block: 1 or 4.
  let coefficientCount: Int

  /// The data that are kept per block.
  enum Contents: Int, Comparable {
    /// The DC coefficient, eight times the mean.
    case mean
    /// The DC coefficient and the three lowest AC coefficients.
    case details
    /// The data of `details`, and a mask of all nonzero coefficients.
    ///
    /// Refinement scans cannot be decoded without the mask.
    case refinableDetails

    /// The number of coefficients kept per block.
    var coefficientCount: Int { self == .mean ? 1 : 4 }

    static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
  }

  /// Creates a grid of zeros.
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

  /// Returns the number of bytes that a grid allocates.
  static func byteCount(
    _ component: ReducedFrame.Component, bandCount: Int, contents: Contents
  ) -> Double {
    let count = Double(component.storedBlocksAcross * component.unitHeight * bandCount)
    return count * Double(2 * contents.coefficientCount + (contents == .refinableDetails ? 8 : 0))
  }

  /// The coefficients, block by block, in quantization steps.
  ///
  /// A block has the coefficients 0, 1, 2 and 4 in zigzag order, which are (row, column) (0, 0),
  /// (0, 1), (1, 0) and (1, 1), or only the first of them.
  var coefficients: UnsafeMutablePointer<Int16> { unsafe storage.pointer(as: Int16.self) }

  /// The coefficients with the four of a block in one word, the first one in the lowest bits.
  ///
  /// The property is `nil` if only the DC coefficients are kept.
  var details: UnsafeMutablePointer<UInt64>? {
    unsafe coefficientCount == 4 ? storage.pointer(as: UInt64.self) : nil
  }

  /// The masks of the nonzero coefficients, a word per block: bit k stands for coefficient k.
  var significance: UnsafeMutablePointer<UInt64>? {
    unsafe significanceStorage?.pointer(as: UInt64.self)
  }

  /// Returns the lowest bit of an AC coefficient in `details`, or `nil` if it is not kept.
  static func detailBit(of coefficient: Int) -> Int? {
    switch coefficient {
    case 1: 16
    case 2: 32
    case 4: 48
    default: nil
    }
  }
}
