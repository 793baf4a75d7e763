// SPDX-License-Identifier: Apache-2.0

import GalleryReplay
import PageStorage

/// The output lines that several store commands share.
enum StoreLines {
  /// Returns the line for a new document.
  static func created(_ document: Document) -> [UInt8] {
    Array("\(StoreName.document(document.id))  \(Path(document.title).displayText)\n".utf8)
  }

  /// Returns the JSON line for a bad page.
  static func json(_ problem: Problem, at path: Path) -> [UInt8] {
    var json = JSONWriter()
    json.line(problem, path: path)
    return json.bytes
  }
}

extension CommandSession {
  /// Writes the line for an ingested page.
  mutating func tell(_ page: StoredPage, from path: Path, isJSON: Bool) throws(OutputError) {
    guard isJSON else {
      return try tell(Array("\(StoreName.page(page.id))  \(path.inputText)\n".utf8))
    }
    var json = JSONWriter()
    json.line(page, path: path)
    try output.write(json.bytes)
  }
}
