// SPDX-License-Identifier: Apache-2.0

/// An SQLite write-ahead log with valid checksums.
///
/// https://www.sqlite.org/fileformat2.html#walformat
struct CraftedLog {
  private(set) var bytes: [UInt8] = []
  private var sums = (0 as UInt32, 0 as UInt32)

  /// Creates a log of frames: page number, database size in pages after the frame, page.
  init(_ frames: [(page: UInt32, pageCount: UInt32, data: [UInt8])]) {
    let size = UInt32(frames.first?.data.count ?? 4_096)
    let salts = [UInt8](big: 0x1234_5678 as UInt32) + [UInt8](big: 0x9ABC_DEF0 as UInt32)
    // The magic number of checksums over little-endian words.
    let header = [0x377F_0682, 3_007_000, size, 0].flatMap { [UInt8](big: $0 as UInt32) } + salts
    add(header)
    bytes = header + storedSums
    for frame in frames {
      let head = [UInt8](big: frame.page) + [UInt8](big: frame.pageCount)
      add(head + frame.data)
      bytes += head + salts + storedSums + frame.data
    }
  }

  private var storedSums: [UInt8] { [UInt8](big: sums.0) + [UInt8](big: sums.1) }

  private mutating func add(_ bytes: [UInt8]) {
    for start in stride(from: 0, to: bytes.count, by: 8) {
      let words = [start, start + 4].map { place in
        bytes[place..<place + 4].reversed().reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
      }
      sums.0 = sums.0 &+ words[0] &+ sums.1
      sums.1 = sums.1 &+ words[1] &+ sums.0
    }
  }
}

/// A journal that SQLite treats as hot, and rolls back.
///
/// https://www.sqlite.org/fileformat2.html#the_rollback_journal
struct CraftedJournal {
  /// The previous page count of the database.
  var pageCount: UInt32
  /// The previous contents of pages.
  var pages: [(number: UInt32, data: [UInt8])] = []
  /// The number of pages according to the header.
  var recordCount: UInt32
  /// A super-journal that names this journal; SQLite removes it when it is no longer needed.
  var superJournal: String?

  init(pageCount: UInt32, pages: [(UInt32, [UInt8])] = []) {
    self.pageCount = pageCount
    self.pages = pages
    recordCount = UInt32(pages.count)
  }

  private static let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]

  var bytes: [UInt8] {
    let words: [UInt32] = [recordCount, 0, pageCount, 512, 4_096]
    var bytes = Self.magic + words.flatMap { [UInt8](big: $0) }
    bytes += [UInt8](repeating: 0, count: 512 - bytes.count)
    for page in pages {
      let places = stride(from: page.data.count - 200, to: 0, by: -200)
      let sum = places.reduce(0 as UInt32) { $0 + UInt32(page.data[$1]) }
      bytes += [UInt8](big: page.number) + page.data + [UInt8](big: sum)
    }
    guard let superJournal else { return bytes }
    let name = Array(superJournal.utf8)
    let sum = name.reduce(0 as UInt32) { $0 + UInt32($1) }
    // The page number that no database uses, by which SQLite recognizes a name.
    return bytes + [UInt8](big: UInt32((1 << 30) / 4_096 + 1)) + name
      + [UInt8](big: UInt32(name.count)) + [UInt8](big: sum) + Self.magic
  }
}
