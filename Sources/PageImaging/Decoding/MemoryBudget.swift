// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry

/// The estimate of the memory for decoding, made before any allocation.
enum MemoryBudget {
  /// Compares the estimate with the limit.
  ///
  /// - Throws: `ImagingError.limitExceeded` with the estimate, in bytes.
  static func check(
    _ header: ImageHeader, plan: DecodingPlan, limits: DecodingLimits
  ) throws(ImagingError) {
    let needed = byteCount(header, plan: plan)
    guard needed <= Double(limits.decodeMemory) else {
      let found = needed < 0x1p62 ? Int(needed) : Int.max
      throw .limitExceeded(limit: .decodeMemory, found: found, allowed: limits.decodeMemory)
    }
  }

  /// Returns the approximate memory for decoding by libjpeg or libpng, in bytes.
  static func byteCount(_ header: ImageHeader, plan: DecodingPlan) -> Double {
    let codec =
      switch header.format {
      case .jpeg: jpegByteCount(header)
      case .png: PNGRowDecoder.byteCount(for: header)
      }
    return codec + byteCountBesidesDecoder(header, plan: plan)
  }

  /// Returns whether a decoder that takes `codec` bytes stays within the limit, including the
  /// resampler and the result.
  static func allows(
    _ codec: Double, _ header: ImageHeader, plan: DecodingPlan, limits: DecodingLimits
  ) -> Bool {
    codec + byteCountBesidesDecoder(header, plan: plan) <= Double(limits.decodeMemory)
  }

  /// Returns the approximate memory for the result and the resampler, in bytes.
  private static func byteCountBesidesDecoder(
    _ header: ImageHeader, plan: DecodingPlan
  ) -> Double {
    let format: PixelFormat = header.colorModel.isGray ? .gray8 : .rgbx8
    // Rotating a picture upright takes a second picture.
    let copies = header.orientation == .upright ? 1.0 : 2
    let result =
      copies * Double(plan.outputSize.width) * Double(plan.outputSize.height)
      * Double(format.bytesPerPixel)
    let source = header.storedSize
    guard !plan.isIdentity(for: header) else { return result }
    var resampler = StreamingResampler.byteCount(
      source: source, format: format, box: plan.box, outputSize: plan.outputSize)
    if header.isBilevel {
      resampler = max(
        resampler,
        BilevelResampler.byteCount(source: source, box: plan.box, outputSize: plan.outputSize))
    }
    return result + resampler
  }

  /// Returns the approximate memory of libjpeg, in bytes: all coefficients of a progressive file, 2
  /// bytes each; otherwise some rows of blocks.
  private static func jpegByteCount(_ header: ImageHeader) -> Double {
    guard let jpeg = header.jpegDetails else { return 0 }
    let width = Double(header.storedSize.width)
    let height = header.isProgressive ? Double(header.storedSize.height) : 64
    return 2 * width * height * jpeg.samplesPerPixel
  }
}
