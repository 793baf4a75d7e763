// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry

/// The fast path from an ordinary JPEG to a much smaller picture.
///
/// The path affects only the speed: `JPEGRowDecoder` can decode every file that the path decodes.
/// It alone decodes all files with irregularities.
enum ReducedJPEG {
  /// Decodes a page as stored; `nil` if libjpeg-turbo must decode it.
  static func decode(
    _ source: ByteSource, _ header: ImageHeader, _ plan: DecodingPlan, _ options: DecodingOptions,
    _ layout: ChromaLayout
  ) throws(ImagingError) -> DecodedPixels? {
    guard let coefficients = try makeSource(source, header, plan, options) else { return nil }
    var pipeline = try ReducedPipeline(coefficients, plan: plan, layout: layout)
    guard let picture = try pipeline.run() else { return nil }
    if picture.planes.count == 1 { return .bitmap(picture.planes[0]) }
    return layout == .full ? .bitmap(try picture.bitmap()) : .planes(picture)
  }

  private static func makeSource(
    _ source: ByteSource, _ header: ImageHeader, _ plan: DecodingPlan, _ options: DecodingOptions
  ) throws(ImagingError) -> (any LowFrequencySource)? {
    guard let jpeg = header.jpegDetails, options.damagePolicy == .tolerant, !jpeg.isArithmetic,
      jpeg.declaredHeight == header.storedSize.height,
      header.colorModel == .gray || header.colorModel == .yCbCr,
      jpeg.adobeTransform == nil || jpeg.adobeTransform == 1,
      let block = plan.reducedBlock(for: jpeg)
    else { return nil }
    guard header.isProgressive else { return try BaselineCoefficients(source, block: block) }
    return try ProgressiveCoefficients(
      source, header, block: block, scanLimit: options.limits.progressiveScans
    ) { MemoryBudget.allows($0, header, plan: plan, limits: options.limits) }
  }
}
