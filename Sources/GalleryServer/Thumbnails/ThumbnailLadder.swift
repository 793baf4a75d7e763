// SPDX-License-Identifier: Apache-2.0

import PageImaging
import PageStorage

/// The sizes of thumbnails, by the name in their URL.
///
/// The ladder is fixed, so that caches are shared and a client cannot cause arbitrary work.
enum ThumbnailLadder: String, CaseIterable, Sendable {
  // Heights of a strip, in pixels.
  case h66, h132, h264
  // Long edges, in pixels.
  case e480, e800, e1280, e1920, e2560

  var style: ThumbnailStyle {
    switch self {
    case .h66: .strip(height: 66)
    case .h132: .strip(height: 132)
    case .h264: .strip(height: 264)
    case .e480: ThumbnailStyle(.longSide(480))
    case .e800: ThumbnailStyle(.longSide(800))
    case .e1280: ThumbnailStyle(.longSide(1280))
    case .e1920: ThumbnailStyle(.longSide(1920))
    case .e2560: ThumbnailStyle(.longSide(2560))
    }
  }
}
