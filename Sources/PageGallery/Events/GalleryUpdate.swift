// SPDX-License-Identifier: Apache-2.0

public import GalleryModel

/// Something that a gallery has to tell: what it shows now, or what has happened.
public enum GalleryUpdate: Hashable, Sendable {
  /// What the gallery shows now.
  case frame(GalleryFrame)

  /// Something happened in the gallery.
  case event(GalleryEvent)

  /// Something happened to the source of the pages.
  case source(PageSourceEvent)
}
