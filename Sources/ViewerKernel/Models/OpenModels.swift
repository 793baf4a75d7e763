// SPDX-License-Identifier: Apache-2.0

import GalleryCompanions
import GallerySharing

/// An open gallery, and its last frame, which is written again and again.
final class OpenGallery {
  var gallery: SharedGallery
  var frame = GalleryFrame()

  init(_ gallery: SharedGallery) { self.gallery = gallery }
}

/// An open zoom.
final class OpenZoom {
  var zoom: PageZoom
  /// The velocity that the last release left for paging.
  var velocity = Point.zero

  init(_ zoom: PageZoom) { self.zoom = zoom }
}

/// An open drawer.
final class OpenDrawer {
  var drawer: Drawer
  /// The count of its locks.
  var lockCount = 0

  init(_ drawer: Drawer) { self.drawer = drawer }
}

/// An open tracker of first appearances.
final class OpenTracker {
  var tracker: AppearanceTracker

  init(_ tracker: AppearanceTracker) { self.tracker = tracker }
}
