// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import GalleryModel
import GalleryReplay
import PageImaging
import PageStorage

extension JSONWriter {
  /// Writes a document of a store on a line of its own.
  mutating func line(_ document: Document) {
    object { json in
      json.key("document")
      json.value(Int(document.id.rawValue))
      json.key("title")
      json.value(document.title)
      json.key("pageCount")
      json.value(document.pageCount)
      json.key("revision")
      json.value(document.revision)
      json.key("created")
      json.value(document.created.timestamp)
      json.key("modified")
      json.value(document.modified.timestamp)
      json.key("trashed")
      json.value(document.trashed)
      json.key("metadata")
      json.value(document.metadata)
    }
    finishLine()
  }

  /// Writes a page of a store on a line of its own.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - index: Its index in the document, `nil` if it is in the trash.
  ///   - path: The file that it was just ingested from, if any.
  ///   - metadata: Its metadata, `nil` to omit it.
  mutating func line(
    _ page: StoredPage, index: Int? = nil, path: Path? = nil, metadata: PageMetadata? = nil
  ) {
    object { json in
      if let path {
        json.key("path")
        json.value(path)
      }
      json.key("page")
      json.value(page.id.rawValue)
      json.key("document")
      json.value(Int(page.document.rawValue))
      if let index {
        json.key("index")
        json.value(index)
      }
      json.members(of: page)
      if let metadata {
        json.key("metadata")
        json.value(metadata)
      }
    }
    finishLine()
  }

  /// Writes the metadata of a page in its `Codable` form.
  mutating func value(_ metadata: PageMetadata) {
    object { json in
      let texts: [(StaticString, String?)] = [
        ("fileName", metadata.fileName), ("source", metadata.source),
        ("captured", metadata.captured?.description),
      ]
      for case (let name, let text?) in texts {
        json.key(name)
        json.value(text)
      }
      guard !metadata.fields.isEmpty else { return }
      json.key("fields")
      json.value(metadata.fields)
    }
  }

  /// Writes a dictionary of strings, ordered by key.
  mutating func value(_ pairs: [String: String]) {
    object { json in
      for (key, value) in pairs.sorted(by: { $0.key < $1.key }) {
        json.key(named: key)
        json.value(value)
      }
    }
  }

  private mutating func members(of page: StoredPage) {
    key("sha256")
    value(page.digest.description)
    key("byteCount")
    value(page.byteCount)
    key("format")
    value(page.header?.facts.format.rawValue)
    key("width")
    value(page.header?.facts.storedSize.width)
    key("height")
    value(page.header?.facts.storedSize.height)
    key("orientation")
    value(page.header?.facts.orientation.rawValue)
    key("rotation")
    value(page.rotation.degrees)
    key("aspectRatio")
    value(page.aspectRatio)
    key("contentVersion")
    value(page.contentVersion)
    key("isDamaged")
    value(page.isDamaged)
    key("damage")
    value(page.damage)
    key("trashed")
    value(page.trash?.date)
  }

  /// Writes a change of pages on a line of its own.
  mutating func line(document: DocumentID, revision: Int, pages: [PageID]) {
    object { json in
      json.key("document")
      json.value(Int(document.rawValue))
      json.key("revision")
      json.value(revision)
      json.key("pages")
      json.array { json in
        for page in pages { json.value(page.rawValue) }
      }
    }
    finishLine()
  }
}

// MARK: - Optional values

extension JSONWriter {
  /// Writes a number or `null`.
  mutating func value(_ value: Int?) {
    if let value { self.value(value) } else { null() }
  }

  /// Writes a number or `null`.
  mutating func value(_ value: Double?) {
    if let value { self.value(value) } else { null() }
  }

  /// Writes a string or `null`.
  mutating func value(_ value: String?) {
    if let value { self.value(value) } else { null() }
  }

  /// Writes a time as ISO 8601 in UTC, or `null`.
  mutating func value(_ date: Date?) {
    if let date { value(date.timestamp) } else { null() }
  }
}

extension QuarterTurns {
  /// The rotation in degrees clockwise: 0, 90, 180 or 270.
  var degrees: Int { count * 90 }
}

extension Date {
  /// The time as ISO 8601 in UTC, with milliseconds.
  var timestamp: String {
    formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }

  /// The time in UTC in readable form, with seconds.
  var displayText: String {
    String(formatted(Date.ISO8601FormatStyle()).dropLast())
      .split(separator: "T").joined(separator: " ")
  }
}
