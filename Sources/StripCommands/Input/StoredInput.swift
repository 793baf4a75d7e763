// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageImaging
import PageStorage

/// A page of a store, used in place of a file.
struct StoredInput: Sendable {
  let store: PageStore
  let id: PageID

  /// Returns the facts from the catalog, without reading a file.
  func facts() throws(Problem) -> PageFacts {
    try Self.facts(of: Self.asking { () throws(PageStoreError) in try store.readPage(id) })
  }

  private static func facts(of page: StoredPage) throws(Problem) -> PageFacts {
    guard let header = page.header else {
      throw .damage(page.damage ?? "The page cannot be read.")
    }
    return PageFacts(header, of: page)
  }

  /// Decodes the page with the user's rotation.
  func decode(_ options: DecodingOptions) throws(Problem) -> DecodedImage {
    try withSource(options) { _, source, options, turn throws(ImagingError) in
      try ImageDecoder.decode(source, options: options).turned(by: turn)
    } isDamaged: {
      $0.isDamaged
    }
  }

  /// Decodes the page with the user's rotation, in the pixel format for the encoding that follows.
  func decode(
    _ options: DecodingOptions, for encoding: ImageEncoding
  ) throws(Problem) -> DecodedPage {
    try decodePage(options, for: encoding).picture
  }

  /// Decodes the page like ``decode(_:for:)``, and returns it with its catalog entry.
  func decodePage(
    _ options: DecodingOptions, for encoding: ImageEncoding
  ) throws(Problem) -> (page: StoredPage, picture: DecodedPage) {
    try withSource(options) { page, source, options, turn throws(ImagingError) in
      (page, try ImageDecoder.decodePage(source, options: options, for: encoding).turned(by: turn))
    } isDamaged: {
      $0.picture.isDamaged
    }
  }

  private func withSource<Result>(
    _ options: DecodingOptions,
    _ body: (StoredPage, ByteSource, DecodingOptions, Orientation) throws(ImagingError) -> Result,
    isDamaged: (Result) -> Bool
  ) throws(Problem) -> Result {
    let (page, bytes) = try Self.asking { () throws(PageStoreError) in
      try store.readBytes(of: id)
    }
    _ = try Self.facts(of: page)
    var options = options
    if page.rotation.swapsSides { options.target = options.target.transposed }
    do {
      let result = try body(page, ByteSource(bytes), options, page.rotation.orientation)
      if isDamaged(result) { store.foundDamage(page, ImageDamage.partial) }
      return result
    } catch {
      // Record damage only in tolerant mode: strict mode also fails on pages that are not damaged.
      if options.damagePolicy == .tolerant, let message = ImageDamage.message(of: error) {
        store.foundDamage(page, message)
      }
      throw .page(error)
    }
  }

  /// Runs `body` and translates errors of the store into problems.
  static func asking<Result>(
    _ body: () throws(PageStoreError) -> Result
  ) throws(Problem) -> Result {
    do { return try body() } catch { throw Problem(error) }
  }
}
