// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import NIOCore
import PageStorage

/// All pages of a document for a gallery, in columns, from one snapshot, as far as they have been read.
///
/// It takes 32 bytes per page, and 16 for each one that was changed. The text is made while it is sent.
struct PageColumns: PageListForm {
  static let mediaType = "application/json"
  static let isKept = false
  static var start: Position { Position() }

  private(set) var revision = 0
  /// The number of pages of the document.
  private(set) var pageCount = 0
  private(set) var ids: [UInt64] = []
  private(set) var aspectRatios: [Double?] = []
  private(set) var keys: [PageKey] = []
  private(set) var damaged: [Int] = []
  /// The pages whose image was replaced or rotated, and how often.
  private(set) var changed: [(page: UInt64, count: Int)] = []

  /// Whether all pages have been read.
  var isComplete: Bool { ids.count == pageCount }

  var readCount: Int { ids.count }

  mutating func append(_ portion: PagesPortion) {
    (revision, pageCount) = (portion.revision, portion.pageCount)
    for page in portion.pages {
      if page.isDamaged { damaged.append(ids.count) }
      if page.contentVersion > 0 { changed.append((page.id.rawValue, page.contentVersion)) }
      ids.append(page.id.rawValue)
      aspectRatios.append(page.aspectRatio)
      keys.append(page.key)
    }
  }

  /// A position in the text: a column, and an entry in it.
  struct Position: Sendable {
    fileprivate var column = 0
    fileprivate var index = 0
  }

  /// Writes a portion of about 16 KiB of the JSON text.
  ///
  /// - Parameters:
  ///   - position: The position of the portion, moved behind it.
  ///   - buffer: The buffer to write to. Nothing is written behind the end of the text, nor if the next
  ///     entry has not been read yet.
  func write(from position: inout Position, to buffer: inout ByteBuffer) {
    while isAvailable(position), buffer.readableBytes < Self.portionByteCount {
      writeEntry(at: &position, to: &buffer)
    }
  }

  /// Returns whether the whole text was written.
  func isEnd(_ position: Position) -> Bool { position.column == Self.openings.count }

  private static let portionByteCount = 16 << 10
  private static let openings = [
    "\"ids\":[", "\"aspectRatios\":[", "\"keys\":[", "\"damaged\":[", "\"contentVersions\":{",
  ]
  private static let ends = ["]", "]", "]", "]", "}}"]

  /// Returns whether the entry at a position, or the end of its column, is known.
  private func isAvailable(_ position: Position) -> Bool {
    guard !isEnd(position) else { return false }
    return isComplete || position.index < count(ofColumn: position.column)
  }

  /// Writes an entry with what precedes it, or the end of a column.
  private func writeEntry(at position: inout Position, to buffer: inout ByteBuffer) {
    let (column, index) = (position.column, position.index)
    if index == 0 {
      buffer.writeString(column == 0 ? "{\"revision\":\(revision)," : ",")
      buffer.writeString(Self.openings[column])
    }
    if let entry = entry(index, ofColumn: column) {
      if index > 0 { buffer.writeString(",") }
      buffer.writeString(entry)
      position.index += 1
    } else {
      buffer.writeString(Self.ends[column])
      position = Position(column: column + 1, index: 0)
    }
  }

  /// Returns the text of an entry, `nil` behind the last one.
  private func entry(_ index: Int, ofColumn column: Int) -> String? {
    guard index < count(ofColumn: column) else { return nil }
    return switch column {
    case 0: "\(ids[index])"
    case 1: aspectRatios[index].map { "\($0)" } ?? "null"
    case 2: "\"\(keys[index])\""
    case 3: "\(damaged[index])"
    default: "\"\(changed[index].page)\":\(changed[index].count)"
    }
  }

  private func count(ofColumn column: Int) -> Int {
    switch column {
    case 3: damaged.count
    case 4: changed.count
    default: ids.count
    }
  }
}
