// SPDX-License-Identifier: Apache-2.0

import PageImaging
import PageStorage

/// A page of a store that stands in place of a file.
final class StoredInput: Sendable {
  let store: PageStore
  let page: StoredPage

  init(store: PageStore, page: StoredPage) {
    self.store = store
    self.page = page
  }

  /// What the catalogue knows; nothing is read.
  func facts() throws(Problem) -> PageFacts {
    guard let header = page.header else {
      throw .damage(page.damage ?? "The page cannot be read.")
    }
    return PageFacts(header, of: page)
  }

  /// Decodes the page as the user has turned it.
  func decode(_ options: DecodingOptions) throws(Problem) -> DecodedImage {
    try withSource(options) { source, options throws(ImagingError) in
      try ImageDecoder.decode(source, options: options).turned(by: self.page.rotation.orientation)
    }
  }

  /// Decodes the page as the user has turned it, in the form in which it is encoded next.
  func decode(
    _ options: DecodingOptions, for encoding: ImageEncoding
  ) throws(Problem) -> DecodedPage {
    try withSource(options) { source, options throws(ImagingError) in
      try ImageDecoder.decodePage(source, options: options, for: encoding)
        .turned(by: self.page.rotation.orientation)
    }
  }

  private func withSource<Result>(
    _ options: DecodingOptions,
    _ body: (ByteSource, DecodingOptions) throws(ImagingError) -> Result
  ) throws(Problem) -> Result {
    _ = try facts()
    let bytes: [UInt8]
    do { bytes = try store.readBytes(of: page) } catch { throw Problem(error) }
    var options = options
    if page.rotation.swapsSides { options.target = options.target.transposed }
    do {
      return try body(ByteSource(bytes), options)
    } catch {
      throw .page(error)
    }
  }
}
