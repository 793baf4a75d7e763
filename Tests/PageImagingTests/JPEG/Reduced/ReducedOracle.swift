// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport

@testable import PageImaging

/// A comparison of all output of a coefficient source with that of libjpeg.
enum ReducedOracle {
  /// The result of a comparison.
  enum Verdict: Equatable {
    /// Everything is equal.
    case same
    /// The source left the file to libjpeg.
    case left
    /// The difference as text.
    case differs(String)
  }

  /// The indexes of the kept coefficients in a block, in row order.
  static let places = [0, 1, 8, 9]

  static func compare(
    _ bytes: [UInt8], _ block: ReducedBlock,
    makeSource: (ByteSource, ReducedBlock) throws(ImagingError) -> (any LowFrequencySource)?
  ) throws -> Verdict {
    guard let source = try makeSource(ByteSource(bytes), block) else { return .left }
    guard let planes = try Planes(source) else { return .left }
    guard let picture = LibJPEGPicture(bytes, denominator: 8 / block.side) else {
      return .differs("libjpeg warns of a file that was taken")
    }
    return compare(planes, picture, block)
  }

  private static func compare(
    _ planes: Planes, _ picture: LibJPEGPicture, _ block: ReducedBlock
  ) -> Verdict {
    guard planes.frame.components.count == picture.components.count else {
      return .differs("\(planes.frame.components.count) components")
    }
    for (index, (mine, theirs)) in zip(planes.frame.components, picture.components).enumerated() {
      guard mine.blocksAcross == theirs.blocksAcross, mine.blocksDown == theirs.blocksDown else {
        return .differs("\(mine.blocksAcross) x \(mine.blocksDown) blocks in \(index)")
      }
      for y in 0..<theirs.blocksDown {
        for x in 0..<theirs.blocksAcross {
          for c in 0..<block.coefficientCount {
            let found = planes.coefficients[index][
              (y * mine.blocksAcross + x) * block.coefficientCount + c]
            let expected = theirs.coefficient(places[c], ofBlock: x, y)
            guard found == expected else {
              return .differs("\(found), not \(expected) in \(index) block \(x) \(y) place \(c)")
            }
          }
        }
      }
      if block == .oneSample, theirs.side == 1, planes.samples[index] != theirs.samples {
        return .differs("other samples in \(index)")
      }
    }
    return .same
  }

  /// All output of a source.
  private struct Planes {
    let frame: ReducedFrame
    /// Of the blocks that contain a part of the image.
    var coefficients: [[Int16]]
    /// The output of the transform, row by row.
    var samples: [[UInt8]]

    /// `nil` if the source leaves the file to libjpeg.
    init?(_ source: any LowFrequencySource) throws {
      frame = source.frame
      coefficients = frame.components.map { _ in [] }
      samples = coefficients.map { _ in [] }
      for band in 0..<frame.bandCount {
        guard try source.readBand() else { return nil }
        for (index, component) in frame.components.enumerated() {
          let count = component.blocksAcross * source.block.coefficientCount
          for y in 0..<frame.blockRows(of: component, inBand: band) {
            let row =
              source.coefficients(of: index)
              + y * component.storedBlocksAcross * source.block.coefficientCount
            coefficients[index] += UnsafeBufferPointer(start: row, count: count)
            samples[index] += Self.samples(row, component, source.block)
          }
        }
      }
      guard try source.finish() else { return nil }
    }

    private static func samples(
      _ row: UnsafePointer<Int16>, _ component: ReducedFrame.Component, _ block: ReducedBlock
    ) -> [UInt8] {
      let stride = component.blocksAcross * block.side
      return [UInt8](unsafeUninitializedCapacity: stride * block.side) { buffer, count in
        count = stride * block.side
        buffer.initialize(repeating: 0)
        guard let rows = buffer.baseAddress else { return }
        ReducedTransform.transform(
          row, count: component.blocksAcross, block: block, steps: component.steps, into: rows,
          stride: stride)
      }
    }
  }
}
