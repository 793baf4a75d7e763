// SPDX-License-Identifier: Apache-2.0

/// The thumbnail of a page whose shape changed while it was open.
struct RatioTween: Hashable, Sendable {
  /// The page.
  var index: Int

  /// Main length divided by cross length of the expanded thumbnail.
  var ratio: Tween
}

/// The shapes of expanded thumbnails at one time.
struct ExpandedRatios {
  let configuration: ThumbnailStripLayout.Configuration
  let tweens: [RatioTween]
  let time: Int64

  /// Returns main length divided by cross length of an expanded thumbnail.
  func ratio(of index: Int, aspectRatio: (Int) -> Double?) -> Double {
    for tween in tweens where tween.index == index { return tween.ratio.value(at: time) }
    return configuration.ratioAlongAxis(forAspectRatio: aspectRatio(index))
  }
}
