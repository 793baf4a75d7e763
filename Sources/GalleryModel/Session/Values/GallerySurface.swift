// SPDX-License-Identifier: Apache-2.0

/// One of the two areas of a gallery that can be dragged.
public enum GallerySurface: String, Hashable, Sendable, CaseIterable {
  /// The large pages.
  case preview

  /// The thumbnails.
  case strip
}

#if !hasFeature(Embedded)
  extension GallerySurface: Codable {}
#endif
