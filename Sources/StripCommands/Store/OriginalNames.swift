// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageImaging
import PageStorage

/// Chooses the names of exported files by the names that the pages came with, no two alike.
///
/// Letters of one case count as those of the other, since some file systems take them for the same. The first
/// page of a name keeps it, others become `scan-2.jpg`, `scan-3.jpg`; such a name never takes that of
/// another page.
struct OriginalNames {
  /// Room for a number behind the longest name.
  private static let numberByteCount = 12

  private static let endings: [ImageEnding] = [
    ImageEnding(format: "jpeg", words: ["jpg", "jpeg", "jpe", "jfif"]),
    ImageEnding(format: "png", words: ["png"]),
  ]

  private struct ImageEnding {
    var format: String
    var words: Set<String>
  }

  private(set) var names: [PageID: String] = [:]
  private var used: Set<String> = []
  private var counters: [String: Int] = [:]

  /// Chooses names for pages, in their order.
  ///
  /// - Parameters:
  ///   - pages: The pages.
  ///   - metadata: What is kept with them; a page without a file name gets none.
  init(_ pages: [StoredPage], _ metadata: [PageID: PageMetadata]) {
    let wanted = pages.compactMap { page in
      Self.name(of: page, metadata[page.id]).map { (page.id, $0) }
    }
    // A name that one page has is not made up for another one.
    let reserved = Set(wanted.map { $0.1.lowercased() })
    for (page, name) in wanted { names[page] = unique(name, reserved) }
  }

  private mutating func unique(_ name: String, _ reserved: Set<String>) -> String {
    guard !used.insert(name.lowercased()).inserted else { return name }
    let bytes = Path(name)
    let ending = bytes.lowercasedExtension.isEmpty ? 0 : bytes.lowercasedExtension.utf8.count + 1
    let stem = String(decoding: name.utf8.dropLast(ending), as: UTF8.self)
    let suffix = String(decoding: name.utf8.suffix(ending), as: UTF8.self)
    while true {
      let number = counters[name.lowercased(), default: 1] + 1
      counters[name.lowercased()] = number
      let candidate = "\(stem)-\(number)\(suffix)"
      guard !reserved.contains(candidate.lowercased()) else { continue }
      if used.insert(candidate.lowercased()).inserted { return candidate }
    }
  }

  /// The name of the file that a page came as, with an ending of its format.
  private static func name(of page: StoredPage, _ metadata: PageMetadata?) -> String? {
    let limit = PageMetadata.fileNameByteLimit - numberByteCount
    guard let fileName = metadata?.fileName,
      let name = PageMetadata.exportName(for: fileName, byteLimit: limit)
    else { return nil }
    guard let format = page.header?.format.rawValue else { return name }
    let words = endings.first { $0.format == format }?.words ?? []
    guard !words.contains(Path(name).lowercasedExtension) else { return name }
    return name + (format == "jpeg" ? ".jpg" : ".png")
  }
}
