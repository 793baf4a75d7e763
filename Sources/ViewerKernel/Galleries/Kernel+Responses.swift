// SPDX-License-Identifier: Apache-2.0

import GallerySharing

// What the source has answered.
extension Kernel {
  /// Passes the receipt of a change.
  package func galleryReceipt(
    _ handle: Double, _ number: Double, _ version: Double, _ pageCount: Double, _ time: Double
  ) -> Double {
    respond(handle, number, time) { () throws(KernelCode) in
      .receipt(
        PageSourceReceipt(
          version: try version.asInteger, pageCount: try pageCount.asSetting?.asInteger))
    }
  }

  /// Passes the changes in the input region that an edit does not know.
  package func galleryConflict(
    _ handle: Double, _ number: Double, _ version: Double, _ count: Double, _ length: Double,
    _ time: Double
  ) -> Double {
    respond(handle, number, time) { () throws(KernelCode) in
      var list = try reader(try length.asInteger)
      return .failure(
        .conflict(
          version: try version.asInteger, changes: try list.changes(count: try count.asInteger)))
    }
  }

  /// Passes the pages in the input region.
  package func galleryKnownPages(
    _ handle: Double, _ number: Double, _ version: Double, _ count: Double, _ time: Double
  ) -> Double {
    respond(handle, number, time) { () throws(KernelCode) in
      let count = try count.count(upTo: KernelLimits.pages)
      var list = try reader(3 * count)
      return .pages(
        VersionedPages(pages: try list.pages(count: count), version: try version.asInteger))
    }
  }

  /// Passes the version of the source.
  package func galleryKnownVersion(
    _ handle: Double, _ number: Double, _ version: Double, _ time: Double
  ) -> Double {
    respond(handle, number, time) { () throws(KernelCode) in .version(try version.asInteger) }
  }

  /// Passes the change in the input region.
  package func galleryChange(
    _ handle: Double, _ number: Double, _ length: Double, _ time: Double
  ) -> Double {
    respond(handle, number, time) { () throws(KernelCode) in
      var list = try reader(try length.asInteger)
      let change = try list.change()
      try list.finish()
      return .change(change)
    }
  }

  /// Ends the delivery of changes.
  package func galleryEndChanges(_ handle: Double, _ number: Double, _ time: Double) -> Double {
    respond(handle, number, time) { () throws(KernelCode) in .end }
  }

  /// Reports that a request has failed.
  package func galleryFailure(
    _ handle: Double, _ number: Double, _ code: Double, _ time: Double
  ) -> Double {
    respond(handle, number, time) { () throws(KernelCode) in
      .failure(.failed(code: try code.asInteger))
    }
  }

  /// Reports that the document is permanently gone.
  package func galleryGone(_ handle: Double, _ number: Double, _ time: Double) -> Double {
    respond(handle, number, time) { () throws(KernelCode) in .failure(.gone) }
  }

  /// Reports that another call has found the document to be permanently gone.
  package func galleryNoteGone(_ handle: Double, _ time: Double) -> Double {
    changeGallery(handle, time) { gallery, now in gallery.noteThatSourceIsGone(at: now) }
  }

  @inline(never)
  private func respond(
    _ handle: Double, _ number: Double, _ time: Double,
    _ response: () throws(KernelCode) -> PageSourceResponse
  ) -> Double {
    callGallery(handle, time) { gallery, now throws(KernelCode) in
      let number = try number.asInteger
      return gallery.respond(to: number, with: try response(), at: now).number
    }
  }
}
