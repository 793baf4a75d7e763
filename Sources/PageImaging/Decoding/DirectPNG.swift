// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry

/// Chooses what is decoded without libpng, and steps back when a file turns out to be unsound.
enum DirectPNG {
  /// Decodes a sound PNG; nil when libpng must be asked.
  ///
  /// Strictness is left to libpng: zlib refuses more than ISA-L does; see `PNGInflater`.
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

  /// A picture that is made much smaller needs the first passes only.
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
