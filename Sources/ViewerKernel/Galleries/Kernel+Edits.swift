// SPDX-License-Identifier: Apache-2.0

import GallerySharing

extension Kernel {
  /// Deletes a page.
  package func galleryDelete(_ handle: Double, _ page: Double, _ time: Double) -> Double {
    enqueue(handle, time) { () throws(KernelCode) in .delete(.id(try page.asPage)) }
  }

  /// Deletes the active page.
  package func galleryDeleteActive(_ handle: Double, _ time: Double) -> Double {
    callGallery(handle, time) { gallery, now throws(KernelCode) in
      guard !gallery.isClosed else { throw .closed }
      return try gallery.deleteActive(at: now).checked
    }
  }

  /// Inserts a page.
  package func galleryInsert(
    _ handle: Double, _ page: Double, _ ratio: Double, _ version: Double, _ index: Double,
    _ options: Double, _ time: Double
  ) -> Double {
    enqueue(handle, time) { () throws(KernelCode) in
      let options = try InsertionOptions(options)
      let page = Page(
        id: try page.asPage, size: try ratio.asShape, contentVersion: try version.asContentVersion)
      return .insert(page, at: try index.asInteger, in: options.space, focus: options.focus)
    }
  }

  /// Moves a page.
  package func galleryMove(
    _ handle: Double, _ page: Double, _ index: Double, _ options: Double, _ time: Double
  ) -> Double {
    enqueue(handle, time) { () throws(KernelCode) in
      .move(
        .id(try page.asPage), to: try index.asInteger, in: try InsertionOptions(options).space)
    }
  }

  /// Replaces the image of a page.
  package func galleryReplace(
    _ handle: Double, _ page: Double, _ ratio: Double, _ time: Double
  ) -> Double {
    enqueue(handle, time) { () throws(KernelCode) in
      .replace(.id(try page.asPage), with: try ratio.asShape)
    }
  }

  /// Rotates a page.
  package func galleryRotate(
    _ handle: Double, _ page: Double, _ turns: Double, _ time: Double
  ) -> Double {
    callGallery(handle, time) { gallery, now throws(KernelCode) in
      let (page, turns) = (try page.asPage, QuarterTurns(try turns.integer(in: -3...3)))
      guard !gallery.isClosed else { throw .closed }
      return try gallery.rotate(page, by: turns, at: now).checked
    }
  }

  /// Makes the edits in the input region together.
  package func galleryEnqueue(_ handle: Double, _ count: Double, _ time: Double) -> Double {
    enqueue(handle, time) { () throws(KernelCode) in
      let count = try count.count(upTo: KernelLimits.edits)
      var list = try reader(6 * count)
      return .batch(try list.edits(count: count))
    }
  }

  /// Cancels a request.
  package func galleryCancel(_ handle: Double, _ ticket: Double, _ time: Double) -> Double {
    callGallery(handle, time) { gallery, now throws(KernelCode) in
      gallery.cancel(try ticket.asTicket, at: now).number
    }
  }

  @inline(never)
  private func enqueue(
    _ handle: Double, _ time: Double, _ request: () throws(KernelCode) -> UpdateRequest
  ) -> Double {
    callGallery(handle, time) { gallery, now throws(KernelCode) in
      let request = try request()
      guard !gallery.isClosed else { throw .closed }
      return try gallery.enqueue(request, at: now).checked
    }
  }
}

extension UpdateTicket? {
  /// The number of the ticket.
  fileprivate var checked: Double {
    get throws(KernelCode) {
      guard let self else { throw .nothing }
      return Double(self.number)
    }
  }
}
