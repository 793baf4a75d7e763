// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import NIOCore
import PageStorage
import Synchronization

/// All pages of a document for a gallery, in columns, from one snapshot.
///
/// It takes 24 bytes per page, and 16 for each one that was changed. The text is made while it is sent.
struct PageColumns: Sendable {
  private(set) var revision = 0
  private(set) var ids: [UInt64] = []
  private(set) var aspectRatios: [Double?] = []
  private(set) var keys: [PageKey] = []
  private(set) var damaged: [Int] = []
  /// The pages whose image was replaced or rotated, and how often.
  private(set) var changed: [(page: UInt64, count: Int)] = []

  /// Reads the columns.
  init(of document: DocumentID, in store: PageStore) async throws(PageStoreError) {
    let shared = Shared()
    try await store.readPages(of: document) { pages, revision in
      shared.columns.withLock { columns in
        var all = columns.take() ?? PageColumns()
        all.append(pages, revision)
        columns = all
      }
    }
    self = shared.columns.withLock { $0.take() } ?? PageColumns()
  }

  private init() {}

  private mutating func append(_ pages: [StoredPage], _ revision: Int) {
    self.revision = revision
    for page in pages {
      if page.isDamaged { damaged.append(ids.count) }
      if page.contentVersion > 0 { changed.append((page.id.rawValue, page.contentVersion)) }
      ids.append(page.id.rawValue)
      aspectRatios.append(page.aspectRatio)
      keys.append(page.key)
    }
  }

  /// The entity tag.
  var tag: String { PagesTag.text(revision: revision, damage: damaged.map(String.init)) }

  /// The JSON text, in portions of about 16 KiB, each made when it is taken.
  var text: Text { Text(columns: self) }

  struct Text: Sequence, IteratorProtocol {
    private static let portionByteCount = 16 << 10

    private let columns: PageColumns
    private var column = 0
    private var index = 0

    fileprivate init(columns: PageColumns) { self.columns = columns }

    mutating func next() -> ByteBuffer? {
      guard column < Self.openings.count else { return nil }
      var buffer = ByteBuffer()
      while column < Self.openings.count, buffer.readableBytes < Self.portionByteCount {
        writeEntry(to: &buffer)
      }
      return buffer
    }

    private static let openings = [
      "\"ids\":[", "\"aspectRatios\":[", "\"keys\":[", "\"damaged\":[", "\"contentVersions\":{",
    ]
    private static let ends = ["]", "]", "]", "]", "}}"]

    /// Writes an entry with what precedes it, or the end of a column.
    private mutating func writeEntry(to buffer: inout ByteBuffer) {
      if index == 0 {
        buffer.writeString(column == 0 ? "{\"revision\":\(columns.revision)," : ",")
        buffer.writeString(Self.openings[column])
      }
      if let entry = columns.entry(index, ofColumn: column) {
        if index > 0 { buffer.writeString(",") }
        buffer.writeString(entry)
        index += 1
      } else {
        buffer.writeString(Self.ends[column])
        (column, index) = (column + 1, 0)
      }
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

/// Shares columns with the closure that fills them.
private final class Shared: Sendable {
  let columns = Mutex<PageColumns?>(nil)
}
