// SPDX-License-Identifier: Apache-2.0

import PageStorage

/// A generator of unique names for thumbnails.
///
/// A thumbnail is named after its page. Pages with equal names, such as `report.jpg` and
/// `report.png` or pages of different folders, are distinguished by a number: the first one keeps
/// the name, the next ones become `report-2.jpg`, `report-3.jpg`. A numbered name never collides
/// with that of another page. Longer names than file systems take are cut.
enum OutputNames {
  /// Returns the names for pages, in their order; `fileExtension` has no dot.
  static func names(for pages: [Path], fileExtension: String) -> [[UInt8]] {
    names(stems: pages.map(stem), fileExtension: fileExtension)
  }

  /// Returns the names for pages whose own names, without an extension, are known.
  static func names(stems: [[UInt8]], fileExtension: String) -> [[UInt8]] {
    let limit = PageMetadata.fileNameByteLimit - fileExtension.utf8.count - 1
    let stems = stems.map { $0.isEmpty ? Array("page".utf8) : cut($0, to: limit) }
    var taken = Set(stems)
    var isUsed: Set<[UInt8]> = []
    var counters: [[UInt8]: Int] = [:]
    return stems.map { stem in
      let unique =
        isUsed.insert(stem).inserted
        ? stem : numbered(stem, counter: &counters[stem, default: 1], taken: &taken, limit)
      return unique + Array(".\(fileExtension)".utf8)
    }
  }

  /// Returns the beginning of a name, without a part of a character at its end.
  private static func cut(_ stem: [UInt8], to limit: Int) -> [UInt8] {
    guard stem.count > limit else { return stem }
    var end = limit
    while end > limit - 4, end > 0, stem[end] & 0xC0 == 0x80 { end -= 1 }
    return Array(stem[..<end])
  }

  private static func numbered(
    _ stem: [UInt8], counter: inout Int, taken: inout Set<[UInt8]>, _ limit: Int
  ) -> [UInt8] {
    while true {
      counter += 1
      let number = Array("-\(counter)".utf8)
      let candidate = cut(stem, to: limit - number.count) + number
      if taken.insert(candidate).inserted { return candidate }
    }
  }

  /// Returns the file name without the extension of a page; other extensions, as in `scan.2024`,
  /// are kept.
  ///
  /// A page from standard input gets a fixed name.
  static func stem(of page: Path) -> [UInt8] {
    guard page != Path.standardInput else { return Array("standard-input".utf8) }
    let name = page.lastComponent
    let ending = page.lowercasedExtension
    guard page.hasPageExtension else { return Array(name) }
    return Array(name.dropLast(ending.utf8.count + 1))
  }
}
