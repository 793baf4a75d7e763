// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry

/// A pipeline that moves the coefficients of each component through the reduced transform and a
/// resampler.
///
///     LowFrequencySource -> ReducedTransform -> StreamingResampler -> plane
///
/// Subsampled components are not upsampled before they are resampled: their samples are centered on
/// the same page, and each plane has a filter for its own ratio.
struct ReducedPipeline {
  private let source: any LowFrequencySource
  private var planes: [Plane] = []

  /// Creates a pipeline whose planes show the part of the page that `plan` selects.
  init(
    _ source: any LowFrequencySource, plan: DecodingPlan, layout: ChromaLayout
  ) throws(ImagingError) {
    self.source = source
    for (index, component) in source.frame.components.enumerated() {
      let plan = index == 0 ? plan : layout.colorPlan(plan)
      planes.append(try Plane(component, block: source.block, plan: plan))
    }
  }

  /// Runs to the end of the file.
  ///
  /// - Returns: The picture; `nil` if libjpeg-turbo must decode the file.
  /// - Throws: `ImagingError.cancelled`, and the errors of the source.
  mutating func run() throws(ImagingError) -> PlanarPicture? {
    for band in 0..<source.frame.bandCount {
      if Task.isCancelled { throw .cancelled }
      guard try source.readBand() else { return nil }
      for index in planes.indices {
        unsafe planes[index].push(
          source.coefficients(of: index),
          blockRows: source.frame.blockRows(of: source.frame.components[index], inBand: band))
      }
    }
    guard try source.finish() else { return nil }
    return PlanarPicture(planes: planes.map(\.bitmap))
  }

  /// The stages of one component.
  private struct Plane {
    private let component: ReducedFrame.Component
    private let block: ReducedBlock
    private let rowBytes: Int
    private let rows: RawStorage
    private let size: PixelSize
    private let output: RawStorage
    private var resampler: StreamingResampler

    init(
      _ component: ReducedFrame.Component, block: ReducedBlock, plan: DecodingPlan
    ) throws(ImagingError) {
      self.component = component
      self.block = block
      size = plan.outputSize
      rowBytes = component.blocksAcross * block.side
      rows = try RawStorage(byteCount: rowBytes * block.side)
      output = try RawStorage(byteCount: size.width * size.height)
      let scale = Double(block.side) / 8
      resampler = try StreamingResampler(
        source: PixelSize(width: rowBytes, height: component.blocksDown * block.side),
        format: .gray8,
        box: plan.box.scaled(
          horizontally: component.width * scale / plan.storedWidth,
          vertically: component.height * scale / plan.storedHeight),
        outputSize: plan.outputSize)
    }

    mutating func push(_ coefficients: UnsafePointer<Int16>, blockRows: Int) {
      let rows = unsafe rows.pointer(as: UInt8.self)
      let stride = component.storedBlocksAcross * block.coefficientCount
      for y in 0..<blockRows where !resampler.isComplete {
        unsafe ReducedTransform.transform(
          coefficients + y * stride, count: component.blocksAcross, block: block,
          steps: component.steps, into: rows, stride: rowBytes)
        for row in 0..<block.side {
          unsafe resampler.push(rows + row * rowBytes, into: output.pointer(as: UInt8.self))
        }
      }
    }

    var bitmap: Bitmap { Bitmap(size: size, format: .gray8, storage: output) }
  }
}
