// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry

/// The block layout of a JPEG whose components are decoded separately.
///
/// Blocks are stored in units (MCUs in the standard), each with some blocks of every component. A
/// row of units is a band: the smallest part of an interleaved file that has whole rows of all
/// components.
struct ReducedFrame: Hashable {
  /// One component, which is decoded to one plane.
  struct Component: Hashable {
    /// The width and height of a unit, in blocks.
    let unitWidth: Int
    let unitHeight: Int
    /// The number of blocks across and down that contain a part of the image.
    let blocksAcross: Int
    let blocksDown: Int
    /// The number of blocks in a stored row, including those that only pad the last unit.
    let storedBlocksAcross: Int
    /// The width and height of the plane at full resolution, in samples; possibly fractional.
    let width: Double
    let height: Double
    /// The quantization steps of the coefficients (row, column) (0, 0), (0, 1), (1, 0), (1, 1).
    let steps: SIMD4<Int32>
  }

  /// The luma component, and two chroma components unless the image is gray.
  let components: [Component]
  /// The number of units in a band.
  let unitsAcross: Int
  /// The number of bands in the image.
  let bandCount: Int

  /// The sampling factors and quantization steps of one component.
  struct Sampling: Hashable {
    let horizontal: Int
    let vertical: Int
    let steps: SIMD4<Int32>
  }

  /// The largest number of blocks in a unit (ITU-T T.81, B.2.3).
  static let largestUnit = 10

  /// Lays out the blocks of an image of `size`.
  ///
  /// Fails for files that libjpeg rejects or resamples by a fraction.
  init?(size: PixelSize, samplings: [Sampling]) {
    // The blocks of a single component are never interleaved: its factors have no effect (T.81,
    // A.2.2).
    let samplings =
      samplings.count == 1
      ? [Sampling(horizontal: 1, vertical: 1, steps: samplings[0].steps)] : samplings
    guard let across = samplings.map(\.horizontal).max(),
      let down = samplings.map(\.vertical).max()
    else { return nil }
    let isRegular = samplings.allSatisfy {
      across % $0.horizontal == 0 && down % $0.vertical == 0
    }
    let blockCount = samplings.reduce(0) { $0 + $1.horizontal * $1.vertical }
    guard isRegular, blockCount <= Self.largestUnit else { return nil }
    let unitsAcross = Self.count(of: size.width, by: 8 * across)
    self.unitsAcross = unitsAcross
    bandCount = Self.count(of: size.height, by: 8 * down)
    components = samplings.map { sampling in
      Component(
        unitWidth: sampling.horizontal, unitHeight: sampling.vertical,
        blocksAcross: Self.count(of: size.width * sampling.horizontal, by: 8 * across),
        blocksDown: Self.count(of: size.height * sampling.vertical, by: 8 * down),
        storedBlocksAcross: unitsAcross * sampling.horizontal,
        width: Double(size.width * sampling.horizontal) / Double(across),
        height: Double(size.height * sampling.vertical) / Double(down),
        steps: sampling.steps)
    }
  }

  private static func count(of length: Int, by block: Int) -> Int { (length + block - 1) / block }

  /// Returns the number of block rows of a component in a band.
  ///
  /// The last band can have fewer than the others.
  func blockRows(of component: Component, inBand band: Int) -> Int {
    min(component.unitHeight, component.blocksDown - band * component.unitHeight)
  }
}

extension ReducedFrame {
  /// Lays out the blocks of a file.
  ///
  /// Fails if a quantization table is missing, or has steps of more than the 15 bits that the
  /// transforms of libjpeg multiply by. Also fails for files that libjpeg rejects or resamples by a
  /// fraction.
  ///
  /// - Throws: `ImagingError.io`.
  init?(_ index: JPEGScanIndex, size: PixelSize, _ source: ByteSource) throws(ImagingError) {
    var samplings: [Sampling] = []
    for component in index.components {
      let offset = index.quantizationOffsets[component.quantizationTable]
      let width = index.quantizationElementByteCounts[component.quantizationTable]
      guard offset > 0 else { return nil }
      let bytes = try source.bytes(at: offset, count: 64 * width).map(Int32.init)
      guard bytes.count == 64 * width else { return nil }
      let steps = (0..<64).map { width == 1 ? bytes[$0] : bytes[2 * $0] << 8 | bytes[2 * $0 + 1] }
      guard steps.allSatisfy({ $0 <= Int16.max }) else { return nil }
      samplings.append(
        Sampling(
          horizontal: component.horizontalSampling, vertical: component.verticalSampling,
          steps: SIMD4(steps[0], steps[1], steps[2], steps[4])))
    }
    self.init(size: size, samplings: samplings)
  }
}
