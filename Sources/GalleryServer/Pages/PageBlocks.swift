// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import NIOCore
import PageStorage

/// All pages of a document for the viewer, as binary columns in blocks of neighbors, as far as they have been read.
///
/// A page takes 10 to 18 bytes, and a browser needs a few milliseconds for a hundred thousand pages. The form is part
/// of the interface: `readPageColumns` in `openapi.yaml` describes it.
struct PageBlocks: PageListForm {
  static let mediaType = "application/vnd.page-gallery.columns"
  static let isKept = true
  static let start = 0

  private(set) var revision = 0
  private(set) var readCount = 0
  private var pageCount = 0
  private var blocks: [ByteBuffer] = []
  private var lastID: UInt64 = 0

  /// The number of ratios among which a byte chooses.
  private static let ratioLimit = 256

  mutating func append(_ portion: PagesPortion) {
    (revision, pageCount) = (portion.revision, portion.pageCount)
    var block = ByteBuffer()
    if blocks.isEmpty {
      block.writeString("PGC1")
      block.writeInteger(0 as UInt32)
      block.write(Double(pageCount))
      block.write(Double(revision))
    }
    if !portion.pages.isEmpty { write(portion.pages, to: &block) }
    readCount += portion.pages.count
    blocks.append(block)
  }

  func write(from position: inout Int, to buffer: inout ByteBuffer) {
    guard position < blocks.count else { return }
    buffer = blocks[position]
    position += 1
  }

  func isEnd(_ position: Int) -> Bool { readCount == pageCount && position == blocks.count }

  private mutating func write(_ pages: [ListedPage], to block: inout ByteBuffer) {
    let ratios = RatioTable(pages, limit: Self.ratioLimit)
    let notes = pages.indices.filter { pages[$0].contentVersion > 0 || pages[$0].isDamaged }
    block.reserveCapacity(
      10 * pages.count + 8 * (ratios.values.count + notes.count) + 40)
    for count in [pages.count, ratios.values.count, notes.count] {
      block.writeInteger(UInt32(count), endianness: .little)
    }
    for page in pages { block.writeInteger(page.key.bits, endianness: .big) }
    for ratio in ratios.values { block.write(ratio) }
    block.writeBytes(ratios.places)
    for page in pages { block.writeFolded(page.id.rawValue, after: &lastID) }
    for index in notes {
      let note = UInt32(pages[index].contentVersion) << 1 | (pages[index].isDamaged ? 1 : 0)
      block.writeInteger(UInt32(index), endianness: .little)
      block.writeInteger(note, endianness: .little)
    }
  }
}

/// The ratios of a block.
private struct RatioTable {
  /// The different ratios, or that of each page.
  private(set) var values: [Double] = []
  /// The index of the ratio of each page; empty if each page has a ratio of its own.
  private(set) var places: [UInt8] = []

  init(_ pages: [ListedPage], limit: Int) {
    var known: [UInt64: UInt8] = [:]
    for page in pages {
      let ratio = page.aspectRatio ?? .nan
      if let place = known[ratio.bitPattern] {
        places.append(place)
      } else if values.count < limit {
        known[ratio.bitPattern] = UInt8(values.count)
        places.append(UInt8(values.count))
        values.append(ratio)
      } else {
        values.append(ratio)
        places = []
        break
      }
    }
    guard values.count >= pages.count || values.count > limit else { return }
    (values, places) = (pages.map { $0.aspectRatio ?? .nan }, [])
  }
}

extension ByteBuffer {
  /// Writes a double.
  fileprivate mutating func write(_ number: Double) {
    writeInteger(number.bitPattern, endianness: .little)
  }

  /// Writes the difference of an ID to the one before.
  fileprivate mutating func writeFolded(_ id: UInt64, after last: inout UInt64) {
    let difference = Int64(bitPattern: id &- last)
    var code = UInt64(bitPattern: difference << 1 ^ difference >> 63)
    while code >= 128 {
      writeInteger(UInt8(truncatingIfNeeded: code) | 128)
      code >>= 7
    }
    writeInteger(UInt8(code))
    last = id
  }
}
