// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry

@testable import PageImaging

/// The verdicts of libpng and of the direct decoder on a file.
enum PNGOracle {
  /// The result of a decoding.
  enum Verdict: Equatable, CustomStringConvertible {
    case picture(Bitmap, warningCount: Int)
    case refusal(ImagingError)

    /// Whether it is an undamaged image.
    var isWhole: Bool {
      if case .picture(_, warningCount: 0) = self { true } else { false }
    }

    var description: String {
      switch self {
      case .picture(let bitmap, let warnings): "\(bitmap.size) with \(warnings) warnings"
      case .refusal(let error): "\(error)"
      }
    }
  }

  /// The result of libpng alone.
  static func verdict(_ bytes: [UInt8], _ options: DecodingOptions) -> Verdict {
    verdict { () throws(ImagingError) in
      let source = ByteSource(bytes)
      let header = try ImageHeader(reading: source, limits: options.limits)
      let plan = try DecodingPlan(header, options: options)
      return try DecoderInput.with(source) { input throws(ImagingError) in
        try MemoryBudget.check(header, plan: plan, limits: options.limits)
        let decoder = try PNGRowDecoder(input, header: header, options: options)
        var pipeline = try DecodingPipeline(decoder, plan: plan)
        let bitmap = try pipeline.run(options.damagePolicy)
        return (try bitmap.turned(by: header.orientation), decoder.damage.warningCount)
      }
    }
  }

  /// The result of the public API.
  static func actual(_ bytes: [UInt8], _ options: DecodingOptions) -> Verdict {
    verdict { () throws(ImagingError) in
      let decoded = try ImageDecoder.decode(bytes, options)
      return (decoded.bitmap, decoded.warningCount)
    }
  }

  /// The image without libpng, nil when libpng is needed.
  static func direct(
    _ bytes: [UInt8], _ options: DecodingOptions = DecodingOptions()
  ) throws(ImagingError) -> Bitmap? {
    let source = ByteSource(bytes)
    let header = try ImageHeader(reading: source, limits: options.limits)
    let plan = try DecodingPlan(header, options: options)
    return try DecoderInput.with(source) { input throws(ImagingError) in
      try DirectPNG.decode(input, header: header, plan: plan, options: options)
    }
  }

  private static func verdict(
    _ decode: () throws(ImagingError) -> (Bitmap, Int)
  ) -> Verdict {
    do throws(ImagingError) {
      let (bitmap, warningCount) = try decode()
      return .picture(bitmap, warningCount: warningCount)
    } catch {
      return .refusal(error)
    }
  }
}
