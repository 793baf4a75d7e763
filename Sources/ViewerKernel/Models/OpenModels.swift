// SPDX-License-Identifier: Apache-2.0

import GalleryCompanions
import GallerySharing

// What the tables of a kernel contain. The models are values; classes hold them, so that a call changes one in
// its place. Each has beside it what must last from one call to the next.

/// A gallery that a script has opened, and the storage of its frames, which all of them share.
final class OpenGallery {
  var gallery: SharedGallery
  var frame = GalleryFrame()

  init(_ gallery: SharedGallery) { self.gallery = gallery }
}

/// A zoom that a script has opened.
final class OpenZoom {
  var zoom: PageZoom
  /// The velocity that the last release left for paging.
  var velocity = Point.zero

  init(_ zoom: PageZoom) { self.zoom = zoom }
}

/// A drawer that a script has opened.
final class OpenDrawer {
  var drawer: Drawer
  /// The count of its locks, which has a limit: they are kept until they are removed.
  var lockCount = 0

  init(_ drawer: Drawer) { self.drawer = drawer }
}

/// A tracker of first appearances that a script has opened.
final class OpenTracker {
  var tracker: AppearanceTracker

  init(_ tracker: AppearanceTracker) { self.tracker = tracker }
}
