// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry
import PageImaging
import Testing

/// The example of the module's documentation, word for word.
private func makeThumbnail(of path: String) throws(ImagingError) -> [UInt8] {
  let source = try ByteSource(path: path)
  let options = DecodingOptions(target: .height(132))
  let page = try ImageDecoder.decode(source, options: options)
  return try page.bitmap.encoded(as: .jpeg(quality: 80))
}

struct DocumentationExampleTests {
  @Test func theExampleMakesAThumbnail() throws {
    // Given
    let path = Fixtures.path("jpeg/valid/size-131x197-gray.jpg")

    // When
    let thumbnail = try makeThumbnail(of: path)

    // Then
    let header = try ImageHeader(reading: ByteSource(thumbnail))
    #expect(header.format == .jpeg)
    #expect(header.storedSize.height == 132)
  }
}
