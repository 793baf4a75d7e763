// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageImaging
import PageStorage

/// Chooses the names of exported files by the names that the pages came with, no two alike.
///
/// Letters of one case count as those of the other, since some file systems take them for the same. The first
/// page of a name keeps it, others become `scan-2.jpg`, `scan-3.jpg`; such a name never takes that of
/// another page. So do pages without a name, which go by their places: what they are called is chosen last, and
/// without an ending, which their bytes tell when they are written.
struct OriginalNames: Hashable, Sendable {
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

  /// The whole names of the pages that came with one.
  private(set) var names: [PageID: String] = [:]

  /// The names of all others, without an ending; each is free with every ending that a file can get.
  private(set) var stems: [PageID: String] = [:]

  private var used: Set<String> = []
  private var counters: [String: Int] = [:]

  /// Chooses names for pages, in their order.
  ///
  /// - Parameters:
  ///   - pages: The pages.
  ///   - stored: Those of them that can be read.
  ///   - metadata: What is kept with them; a page without a file name goes by its place.
  init(
    _ pages: [PageID], _ stored: [PageID: StoredPage], _ metadata: [PageID: PageMetadata]
  ) {
    let wanted = pages.compactMap { page in
      stored[page].flatMap { Self.name(of: $0, metadata[page]) }.map { (page, $0) }
    }
    // A name that one page has is not made up for another one.
    let reserved = Set(wanted.map { $0.1.lowercased() })
    for (page, name) in wanted { names[page] = unique(name, reserved) }
    for (index, page) in pages.enumerated() where names[page] == nil {
      stems[page] = freeStem(ExportNaming.place(at: index, count: pages.count))
    }
  }

  /// Takes a name that is free with every ending.
  private mutating func freeStem(_ place: String) -> String {
    var (stem, number) = (place, 1)
    while !ExportNaming.endings.allSatisfy({ !used.contains("\(stem).\($0)") }) {
      number += 1
      stem = "\(place)-\(number)"
    }
    for ending in ExportNaming.endings { used.insert("\(stem).\(ending)") }
    return stem
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
