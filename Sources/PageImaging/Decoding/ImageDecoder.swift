// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry

/// A page that was decoded.
public struct DecodedImage: Sendable {
  /// The pixels, upright.
  public let bitmap: Bitmap
  /// The facts in the header of the file.
  public let header: ImageHeader
  /// The number of warnings about the data, 0 for a sound page.
  public let warningCount: Int

  /// Whether the data were truncated or corrupt; missing pixels are white or gray.
  public var isDamaged: Bool { warningCount > 0 }
}

/// The decoder of JPEG and PNG images.
///
/// Decoding and scaling are one pass: each row goes from the codec through the resampler to the
/// result. Besides the result, memory is therefore proportional to one row of the page, except for
/// progressive and interlaced files. Color profiles are ignored: pixels are taken as sRGB.
/// Transparency is composited over white. The orientation is applied.
public enum ImageDecoder {
  /// Decodes one page.
  ///
  /// - Parameters:
  ///   - source: The bytes of a JPEG or PNG.
  ///   - options: The target size, and the limits.
  /// - Returns: The picture in the target size, at least one pixel per side. Gray pages give
  ///   `.gray8`, all others `.rgbx8`.
  /// - Throws: The errors of `ImageHeader.init(reading:limits:)`;
  ///   `ImagingError.limitExceeded` if the image exceeds `options.limits`; `ImagingError.codec` if
  ///   nothing can be decoded; `ImagingError.damaged` if there is any damage and the policy is
  ///   strict; `ImagingError.outOfMemory`; `ImagingError.io`; `ImagingError.cancelled` if the
  ///   calling task is cancelled.
  /// - Precondition: The sides of the target are at least 1.
  /// - Complexity: O(stored pixels); a JPEG pixel costs less with a smaller target.
  public static func decode(
    _ source: ByteSource, options: DecodingOptions = DecodingOptions()
  ) throws(ImagingError) -> DecodedImage {
    let page = try decodePage(source, options: options, for: .png)
    guard case .bitmap(let bitmap) = page.pixels else {
      preconditionFailure("planes are for JPEG only")
    }
    return DecodedImage(bitmap: bitmap, header: page.header, warningCount: page.warningCount)
  }

  /// Decodes one page into the form that costs least to encode.
  ///
  /// - Parameters:
  ///   - source: The bytes of a JPEG or PNG.
  ///   - options: The target size, and the limits.
  ///   - encoding: The encoding of the result.
  /// - Returns: The picture, upright.
  /// - Throws: The same as `decode(_:options:)`.
  /// - Precondition: The sides of the target are at least 1.
  package static func decodePage(
    _ source: ByteSource, options: DecodingOptions, for encoding: ImageEncoding
  ) throws(ImagingError) -> DecodedPage {
    options.target.checkPrecondition()
    let header = try ImageHeader(reading: source, limits: options.limits)
    let plan = try DecodingPlan(header, options: options)
    let layout = ChromaLayout(for: encoding, header.orientation)
    let (pixels, damage) =
      if let small = try EmbeddedThumbnail.decode(source, header, plan, options, layout) {
        small
      } else {
        try decodeStored(source, header, plan, options, layout)
      }
    return DecodedPage(
      header: header, warningCount: damage.warningCount,
      pixels: try pixels.turned(by: header.orientation))
  }

  /// Decodes a page as stored, not rotated upright, and returns its damage.
  static func decodeStored(
    _ source: ByteSource, _ header: ImageHeader, _ plan: DecodingPlan, _ options: DecodingOptions,
    _ layout: ChromaLayout
  ) throws(ImagingError) -> (pixels: DecodedPixels, damage: Damage) {
    // A small picture of a progressive page needs only a part of the data: the decoder of that part
    // checks its own memory.
    if !header.isProgressive {
      try MemoryBudget.check(header, plan: plan, limits: options.limits)
    }
    if let pixels = try ReducedJPEG.decode(source, header, plan, options, layout) {
      return (pixels, Damage())
    }
    return try DecoderInput.with(source) { input throws(ImagingError) in
      if let bitmap = try DirectPNG.decode(input, header: header, plan: plan, options: options) {
        return (.bitmap(bitmap), Damage())
      }
      try MemoryBudget.check(header, plan: plan, limits: options.limits)
      let decoder: any RowDecoder =
        switch header.details {
        case .jpeg(let jpeg): try makeJPEGDecoder(source, input, header, jpeg, plan, options)
        case .png: try PNGRowDecoder(input, header: header, options: options)
        }
      var pipeline = try DecodingPipeline(decoder, plan: plan)
      return (.bitmap(try pipeline.run(options.damagePolicy)), decoder.damage)
    }
  }

  private static func makeJPEGDecoder(
    _ source: ByteSource, _ input: DecoderInput, _ header: ImageHeader, _ jpeg: JPEGDetails,
    _ plan: DecodingPlan, _ options: DecodingOptions
  ) throws(ImagingError) -> JPEGRowDecoder {
    let scans = header.isProgressive ? try allowedScans(of: source, options.limits) : nil
    let denominator = plan.denominator(
      for: jpeg, skipsLastBits: header.isProgressive && options.damagePolicy == .tolerant)
    return try JPEGRowDecoder(
      input, header: header, denominator: denominator,
      unreadDamage: scans?.damage ?? Damage(), options: options)
  }

  private static func allowedScans(
    of source: ByteSource, _ limits: DecodingLimits
  ) throws(ImagingError) -> JPEGScanIndex {
    let limit = limits.progressiveScans
    let scans = try JPEGScanIndex(source, limit: limit)
    guard scans.scanCount <= limit else {
      throw .limitExceeded(limit: .progressiveScans, found: scans.scanCount, allowed: limit)
    }
    return scans
  }
}

extension DecodingTarget {
  fileprivate func checkPrecondition() {
    let isPositive =
      switch self {
      case .full: true
      case .height(let side), .longSide(let side): side >= 1
      case .fit(let size), .fill(let size): size.width >= 1 && size.height >= 1
      }
    precondition(isPositive, "a side of a decoding target is smaller than 1")
  }
}
