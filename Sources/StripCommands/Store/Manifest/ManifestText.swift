// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryReplay
import PageStorage

/// The format of the manifest beside exported documents, see ``HelpText/storeExport``.
enum ManifestText {
  /// The file name.
  static let fileName = "manifest.json"

  /// The format identifier in the file.
  static let format = "page-gallery-manifest"

  /// The version of the format.
  static let version = 1

  /// The beginning of the file.
  static let begin = Array(
    "{\"format\":\"\(format)\",\"version\":\(version),\"documents\":[".utf8)

  /// Returns the end of the file, which states whether the export is complete.
  static func end(isComplete: Bool) -> [UInt8] {
    Array("\n],\"isComplete\":\(isComplete)}\n".utf8)
  }

  /// A page in the manifest.
  struct Page {
    /// The path of the file, relative to the folder of the manifest.
    var file: Path
    var stored: StoredPage
    var metadata: PageMetadata
  }

  /// Returns the lines for a document: its own, and one per page.
  static func lines(_ document: Document, _ pages: [Page], isFirst: Bool) -> [UInt8] {
    var json = JSONWriter()
    json.lineBreakingObject { json in
      json.key("title")
      json.value(document.title)
      json.key("metadata")
      json.value(document.metadata)
      json.key("pages")
      json.array { json in for page in pages { json.line(page) } }
    }
    return (isFirst ? [] : [UInt8(ascii: ",")]) + json.bytes
  }
}

extension JSONWriter {
  fileprivate mutating func line(_ page: ManifestText.Page) {
    lineBreakingObject { json in
      json.key("file")
      json.value(page.file)
      json.key("sha256")
      json.value(page.stored.digest.description)
      json.key("byteCount")
      json.value(page.stored.byteCount)
      json.key("rotation")
      json.value(page.stored.rotation.degrees)
      json.key("isImage")
      json.value(page.stored.header != nil)
      json.key("metadata")
      json.value(page.metadata)
    }
  }
}
