// SPDX-License-Identifier: Apache-2.0

import GallerySharing

extension Kernel {
  /// Begins a drag of a surface.
  package func galleryBeginDrag(_ handle: Double, _ surface: Double, _ time: Double) -> Double {
    callGallery(handle, time) { gallery, now throws(KernelCode) in
      gallery.beginDrag(try checkedSurface(surface), at: now).number
    }
  }

  /// Moves the dragged surface.
  package func galleryDrag(_ handle: Double, _ translation: Double, _ time: Double) -> Double {
    callGallery(handle, time) { gallery, now throws(KernelCode) in
      try asking { () throws(GalleryError) in
        try gallery.drag(translation: translation, at: now).number
      }
    }
  }

  /// Ends the drag.
  package func galleryEndDrag(_ handle: Double, _ velocity: Double, _ time: Double) -> Double {
    callGallery(handle, time) { gallery, now throws(KernelCode) in
      try asking { () throws(GalleryError) in
        try gallery.endDrag(velocity: velocity, at: now).number
      }
    }
  }

  /// Cancels the drag.
  package func galleryCancelDrag(_ handle: Double, _ time: Double) -> Double {
    callGallery(handle, time) { gallery, now throws(KernelCode) in
      gallery.cancelDrag(at: now).number
    }
  }

  /// Handles a tap on the strip.
  package func galleryTap(_ handle: Double, _ x: Double, _ y: Double, _ time: Double) -> Double {
    callGallery(handle, time) { gallery, now throws(KernelCode) in
      gallery.tap(location: try checkedPoint(x, y), at: now).number
    }
  }

  /// Shows a page.
  package func galleryGoTo(
    _ handle: Double, _ page: Double, _ animated: Double, _ time: Double
  ) -> Double {
    callGallery(handle, time) { gallery, now throws(KernelCode) in
      let (page, isAnimated) = (try page.asPage, try animated.asFlag)
      return try asking { () throws(GalleryError) in
        try gallery.goTo(page: page, animated: isAnimated, at: now).number
      }
    }
  }
}

// MARK: - Settings

extension Kernel {
  /// Moves a gallery to other areas of the screen.
  package func gallerySetViewport(
    _ handle: Double, _ previewWidth: Double, _ previewHeight: Double, _ stripWidth: Double,
    _ stripHeight: Double, _ time: Double
  ) -> Double {
    callGallery(handle, time) { gallery, now throws(KernelCode) in
      let viewport = GalleryViewport(
        preview: try checkedSize(previewWidth, previewHeight),
        strip: try checkedSize(stripWidth, stripHeight))
      try asking { () throws(GalleryError) in try gallery.setViewport(viewport, at: now) }
      return 1
    }
  }

  /// Sets the ratio of a page.
  package func gallerySetRatio(
    _ handle: Double, _ page: Double, _ ratio: Double, _ time: Double
  ) -> Double {
    callGallery(handle, time) { gallery, now throws(KernelCode) in
      let (page, shape) = (try page.asPage, try ratio.asShape)
      try asking { () throws(GalleryError) in try gallery.setSize(shape, of: page, at: now) }
      return 1
    }
  }

  /// Sets whether animations are reduced.
  package func gallerySetReducedMotion(
    _ handle: Double, _ isReduced: Double, _ time: Double
  ) -> Double {
    callGallery(handle, time) { gallery, now throws(KernelCode) in
      gallery.setReducedMotion(try isReduced.asFlag, at: now)
      return 1
    }
  }
}
