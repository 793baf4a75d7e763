// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageImaging
import PageStorage

/// The settings for thumbnails.
struct ThumbnailSettings: Sendable {
  let options: DecodingOptions
  let encoding: ImageEncoding

  /// A text that differs between settings that may give different bytes, and between versions.
  var key: String {
    let format =
      switch encoding {
      case .jpeg(let quality): "jpeg \(quality)"
      case .png: "png"
      }
    let box =
      switch options.target {
      case .fit(let size): "\(size.width) \(size.height)"
      default: "\(options.target)"
      }
    return "\(ThumbnailStrip.version) \(format) \(box)"
      + (options.damagePolicy == .strict ? " strict" : "")
      + (options.allowsEmbeddedThumbnail ? " embedded" : "")
  }

  /// The style of such thumbnails in the cache of a store, `nil` if the store does not make them.
  var style: ThumbnailStyle? {
    guard options.damagePolicy == .tolerant, !options.allowsEmbeddedThumbnail else { return nil }
    return ThumbnailStyle(options.target, encoding: encoding)
  }
}
