// SPDX-License-Identifier: Apache-2.0

import GalleryPages

/// The entry of a page's metadata, in a separate table: reading pages does not read it.
///
/// Pages without metadata have no entry.
struct PageMetadataRow {
  var id: PageID
  /// The metadata in stored form.
  var text: String
  /// The decoded metadata, empty in a row to be written.
  private(set) var metadata = PageMetadata()

  var checksum: Int64 {
    var sum = Checksum()
    sum.add(id.rawValue)
    var text = text
    text.withUTF8 { sum.add(UnsafeRawBufferPointer($0)) }
    return sum.stored
  }

  init(id: PageID, text: String) {
    self.id = id
    self.text = text
  }

  /// Creates a row from what the catalog has, unless its text is invalid.
  init?(id: PageID, stored text: String) {
    guard let metadata = PageMetadata(stored: text) else { return nil }
    self.init(id: id, text: text)
    self.metadata = metadata
  }
}
