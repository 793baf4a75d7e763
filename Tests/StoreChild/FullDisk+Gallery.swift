// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageGallery
import PageStorage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension FullDisk {
  /// Deletes the first pages in a gallery: one alone, one as the active page, and one together with
  /// a move.
  ///
  /// Once the gallery is open, the disk is filled up to the store's reserve.
  func deleteInGallery(_ store: PageStore) async {
    do {
      let source = StoredDocument(try await store.documents()[0].id, in: store)
      let viewport = GalleryViewport(
        preview: Size(width: 300, height: 400), strip: Size(width: 300, height: 60))
      let gallery = try await Gallery(showing: source, viewport: viewport)
      let pages = await gallery.pageIDs
      let file = open(path + "-filler", O_CREAT | O_WRONLY, 0o600)
      let zeros = [UInt8](repeating: 0, count: 512)
      while write(file, zeros, zeros.count) > 0 {}
      close(file)
      defer { unlink(path + "-filler") }
      try await gallery.delete(pages[0])
      StoreChild.say("deleted \(pages[0].rawValue)")
      try await gallery.deleteActivePage()
      StoreChild.say("deleted \(pages[1].rawValue)")
      try await gallery.update(
        .batch([.delete(.id(pages[2])), .move(.id(pages[3]), to: 0)]))
      StoreChild.say("deleted \(pages[2].rawValue)")
      await gallery.close()
    } catch {
      StoreChild.say("failed \(error)")
    }
  }
}
