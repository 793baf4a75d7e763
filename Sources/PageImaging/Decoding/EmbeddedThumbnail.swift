// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry

/// The decoding of the thumbnail in the EXIF block in place of the page.
enum EmbeddedThumbnail {
  /// The relative tolerance of the thumbnail's aspect ratio: cameras round sides to whole blocks,
  /// but letterboxed thumbnails, or those from before an edit, differ more.
  private static let tolerance = 0.01

  /// Decodes the thumbnail as stored; `nil` if the page itself must be decoded.
  ///
  /// - Throws: `ImagingError.io`, `ImagingError.outOfMemory`, `ImagingError.cancelled`: the errors
  ///   that the page would cause too.
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
      // The page may be sound even if the thumbnail is damaged: a damaged thumbnail must fail.
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

  /// Returns the bytes of the thumbnail, at most 64 KiB: no segment is longer.
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
      // The file was truncated, or the directories are farther apart than the budget allows.
      default: return nil
      }
    }
    guard let range else { return nil }
    let storage = try RawStorage(byteCount: range.count)
    let count = try unsafe source.read(at: range.lowerBound, into: storage.bytes)
    return unsafe count == range.count ? Array(storage.bytes) : nil
  }
}
