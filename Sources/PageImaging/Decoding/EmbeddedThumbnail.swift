// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry

/// A page shown by the small picture in its EXIF block.
enum EmbeddedThumbnail {
  /// The tolerance of its aspect ratio: cameras round sides to whole blocks, but
  /// bars above and below, or the picture before an edit, are farther off.
  private static let tolerance = 0.01

  /// Decodes it, as stored; nil when the page itself has to be decoded.
  ///
  /// - Throws: `ImagingError.io`, `ImagingError.outOfMemory`, `ImagingError.cancelled`: what would
  ///   happen to the page too.
  static func decode(
    _ source: ByteSource, _ header: ImageHeader, _ plan: DecodingPlan, _ options: DecodingOptions,
    _ layout: ChromaLayout
  ) throws(ImagingError) -> (DecodedPixels, Damage)? {
    guard options.allowsEmbeddedThumbnail, options.damagePolicy == .tolerant,
      let bytes = try bytes(source, header, options.limits)
    else { return nil }
    do {
      let picture = ByteSource(bytes)
      let own = try ImageHeader(reading: picture, limits: options.limits)
      guard fits(own, header, plan) else { return nil }
      var options = options
      // Whatever is wrong with it, the page may be sound.
      options.damagePolicy = .strict
      return try ImageDecoder.decodeStored(
        picture, own, DecodingPlan(plan, from: own.storedSize), options, layout)
    } catch {
      switch error {
      case .cancelled, .outOfMemory: throw error
      default: return nil
      }
    }
  }

  private static func fits(
    _ own: ImageHeader, _ page: ImageHeader, _ plan: DecodingPlan
  ) -> Bool {
    let ratio = Double(own.storedSize.width) / Double(own.storedSize.height)
    let wanted = plan.storedWidth / plan.storedHeight
    return abs(ratio / wanted - 1) <= tolerance
      && own.storedSize.width >= plan.outputSize.width
      && own.storedSize.height >= plan.outputSize.height
      && own.format == .jpeg && own.colorModel.isGray == page.colorModel.isGray
  }

  /// At most 64 KiB: a segment is no longer.
  private static func bytes(
    _ source: ByteSource, _ header: ImageHeader, _ limits: DecodingLimits
  ) throws(ImagingError) -> [UInt8]? {
    guard let block = header.jpegDetails?.exifBlock else { return nil }
    var reader = HeaderReader(source, budget: limits.headerBytes)
    let range: Range<Int>?
    do {
      range = try EXIFThumbnail.find(in: block, from: &reader)
    } catch {
      switch error {
      case .io: throw error
      // The file became shorter, or the directories are farther apart than the budget.
      default: return nil
      }
    }
    guard let range else { return nil }
    let storage = try RawStorage(byteCount: range.count)
    let count = try unsafe source.read(at: range.lowerBound, into: storage.bytes)
    return unsafe count == range.count ? Array(storage.bytes) : nil
  }
}
