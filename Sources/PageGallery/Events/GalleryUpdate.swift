// SPDX-License-Identifier: Apache-2.0

public import GalleryModel

/// A frame to show, or an event that has occurred.
public enum GalleryUpdate: Hashable, Sendable {
  /// The current contents of the gallery.
  case frame(GalleryFrame)

  /// An event of the gallery.
  case event(GalleryEvent)

  /// An event of the source of the pages.
  case source(PageSourceEvent)
}
