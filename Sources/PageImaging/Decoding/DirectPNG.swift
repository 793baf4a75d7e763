// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry

/// The decoding of sound PNG files without libpng; all other files are left to libpng.
enum DirectPNG {
  /// Decodes a sound PNG; `nil` if libpng must decode the file.
  ///
  /// The strict policy is left to libpng because zlib rejects more streams than ISA-L; see
  /// `PNGInflater`.
  ///
  /// - Throws: `ImagingError.cancelled`, `ImagingError.io`, `ImagingError.outOfMemory`.
  static func decode(
    _ input: DecoderInput, header: ImageHeader, plan: DecodingPlan, options: DecodingOptions
  ) throws(ImagingError) -> Bitmap? {
    guard header.format == .png, options.damagePolicy == .tolerant else { return nil }
    if header.isProgressive {
      return try decodeFirstPasses(input, header: header, plan: plan, options: options)
    }
    let needed = PNGRowDecoder.byteCount(for: header) + DirectPNGDecoder.byteCount(for: header)
    guard MemoryBudget.allows(needed, header, plan: plan, limits: options.limits),
      let decoder = try DirectPNGDecoder(input, header: header, limits: options.limits)
    else { return nil }
    var pipeline = try DecodingPipeline(decoder, plan: plan)
    do throws(ImagingError) {
      let bitmap = try pipeline.run(.tolerant)
      return decoder.isSound ? bitmap : nil
    } catch {
      if decoder.isSound { throw error }
      return nil
    }
  }

  /// Decodes only the first passes, which suffice for a much smaller picture.
  private static func decodeFirstPasses(
    _ input: DecoderInput, header: ImageHeader, plan: DecodingPlan, options: DecodingOptions
  ) throws(ImagingError) -> Bitmap? {
    let ratio = min(
      plan.box.width / Double(plan.outputSize.width),
      plan.box.height / Double(plan.outputSize.height))
    let grid = Adam7.grid(for: ratio)
    let needed = DirectAdam7Decoder.byteCount(for: header, grid: grid)
    guard MemoryBudget.allows(needed, header, plan: plan, limits: options.limits),
      let decoder = try DirectAdam7Decoder(
        input, header: header, grid: grid, limits: options.limits)
    else { return nil }
    var pipeline = try DecodingPipeline(decoder, plan: plan)
    return try pipeline.run(.tolerant)
  }
}
