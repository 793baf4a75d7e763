// SPDX-License-Identifier: Apache-2.0

import GallerySharing

extension Kernel {
  /// Advances a gallery, writes what has happened, and returns the count of records.
  package func galleryAdvance(_ handle: Double, _ time: Double) -> Double {
    callGallery(handle, time) { gallery, now throws(KernelCode) in
      let (outputs, adoptions) = gallery.takeOutputs(at: now)
      let writer = beginRecords()
      writer.write(outputs, adoptions: adoptions, of: gallery)
      return writer.count
    }
  }

  /// Writes the frame of a gallery, and returns its address.
  package func galleryFrame(_ handle: Double, _ time: Double) -> Double {
    attempt { () throws(KernelCode) in
      let open = try galleries.model(handle)
      open.gallery.session.frame(at: try time.asTime, into: &open.frame)
      GalleryFrameWriter(region: frame).write(open.frame, of: open.gallery)
      return frame.address
    }
  }

  /// Returns the next time at which something happens.
  package func galleryNextBoundary(_ handle: Double) -> Double {
    attempt { () throws(KernelCode) in try galleries.model(handle).gallery.nextBoundary().number }
  }
}

// MARK: - Queries

extension Kernel {
  /// Returns the count of pages.
  package func galleryPageCount(_ handle: Double) -> Double {
    query(handle) { session throws(KernelCode) in Double(session.count) }
  }

  /// Returns the ID of the page at an index.
  package func galleryPageAt(_ handle: Double, _ index: Double) -> Double {
    query(handle) { session throws(KernelCode) in
      let index = try index.asInteger
      guard index < session.count else { throw .nothing }
      return session.pageIDs[index].number
    }
  }

  /// Returns the index of a page.
  package func galleryIndexOf(_ handle: Double, _ page: Double) -> Double {
    query(handle) { session throws(KernelCode) in
      guard let index = session.index(of: try page.asPage) else { throw .nothing }
      return Double(index)
    }
  }

  /// Returns the count of pages after all pending edits.
  package func galleryLogicalCount(_ handle: Double) -> Double {
    query(handle) { session throws(KernelCode) in Double(session.logicalCount) }
  }

  /// Returns the ID of the page at a logical index.
  package func galleryLogicalPageAt(_ handle: Double, _ index: Double) -> Double {
    query(handle) { session throws(KernelCode) in
      session.logicalPage(at: try index.asInteger).number
    }
  }

  /// Returns the logical index of a page.
  package func galleryLogicalIndexOf(_ handle: Double, _ page: Double) -> Double {
    query(handle) { session throws(KernelCode) in
      guard let index = session.logicalIndex(of: try page.asPage) else { throw .nothing }
      return Double(index)
    }
  }

  /// Returns the ratio of a page.
  package func galleryRatioOf(_ handle: Double, _ page: Double) -> Double {
    query(handle) { session throws(KernelCode) in
      guard let page = session.page(try page.asPage) else { throw .nothing }
      return page.size.number
    }
  }

  /// Returns the content version of a page.
  package func galleryContentVersionOf(_ handle: Double, _ page: Double) -> Double {
    query(handle) { session throws(KernelCode) in
      guard let page = session.page(try page.asPage) else { throw .nothing }
      return Double(page.contentVersion)
    }
  }

  /// Returns the page at a location of a surface.
  package func galleryHitTest(
    _ handle: Double, _ surface: Double, _ x: Double, _ y: Double, _ time: Double
  ) -> Double {
    query(handle) { session throws(KernelCode) in
      session.hitTest(
        location: try checkedPoint(x, y), in: try checkedSurface(surface), at: try time.asTime
      ).number
    }
  }

  /// Writes the columns of all pages, and returns their count.
  package func galleryPages(_ handle: Double) -> Double {
    query(handle) { session throws(KernelCode) in
      let pages = session.snapshot.pages
      records.clear()
      lists.clear()
      lists.append(columnsOf: pages)
      return Double(pages.count)
    }
  }

  @inline(never)
  private func query(
    _ handle: Double, _ call: (borrowing GallerySession) throws(KernelCode) -> Double
  ) -> Double {
    attempt { () throws(KernelCode) in try call(try galleries.model(handle).gallery.session) }
  }
}
