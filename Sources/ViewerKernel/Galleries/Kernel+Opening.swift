// SPDX-License-Identifier: Apache-2.0

package import GallerySharing

extension Kernel {
  /// Opens a gallery of the settings and pages in the input region, and returns its handle.
  package func galleryOpen(_ count: Double) -> Double {
    open(in: &galleries) { () throws(KernelCode) in
      let count = try count.count(upTo: KernelLimits.pages)
      var list = try reader(GallerySettings.length + 3 * count)
      let settings = try GallerySettings(&list)
      let known = VersionedPages(pages: try list.pages(count: count), version: settings.version)
      let gallery = try asking { () throws(GalleryError) in
        try SharedGallery(
          known, viewport: settings.viewport, configuration: settings.configuration,
          activeIndex: settings.activeIndex)
      }
      return OpenGallery(gallery)
    }
  }

  /// Closes a gallery, which makes no more requests.
  package func galleryClose(_ handle: Double, _ time: Double) -> Double {
    changeGallery(handle, time) { gallery, now in gallery.close(at: now) }
  }

  /// Frees a gallery.
  package func galleryRelease(_ handle: Double) -> Double {
    galleries.release(handle)
  }
}

extension Kernel {
  /// Returns the gallery under a handle, `nil` if there is none.
  package func sharedGallery(_ handle: Double) -> SharedGallery? {
    try? galleries.model(handle).gallery
  }
}

// MARK: - Calls

extension Kernel {
  /// Makes a call of a gallery, and returns its result.
  @inline(never)
  func callGallery(
    _ handle: Double, _ time: Double,
    _ call: (inout SharedGallery, Duration) throws(KernelCode) -> Double
  ) -> Double {
    galleries.call(handle, time) { open, now throws(KernelCode) in try call(&open.gallery, now) }
  }

  /// Makes a call of a gallery that always succeeds.
  func changeGallery(
    _ handle: Double, _ time: Double, _ call: (inout SharedGallery, Duration) -> Void
  ) -> Double {
    callGallery(handle, time) { gallery, now throws(KernelCode) in
      call(&gallery, now)
      return 1
    }
  }
}
