// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageImaging
import PageStorage

/// A generator of unique names for exported files, based on the original file names of the pages.
///
/// Names that differ only in case count as equal, because some file systems treat them so. The
/// first page with a name keeps it, others become `scan-2.jpg`, `scan-3.jpg`; a numbered name never
/// collides with that of another page. Pages without a file name are named by their position. Their
/// names are chosen last and without an extension, which is determined from their bytes when they
/// are written.
struct OriginalNames: Hashable, Sendable {
  /// Leaves room for a number after the longest name.
  private static let numberByteCount = 12

  private static let endings: [ImageEnding] = [
    ImageEnding(format: "jpeg", words: ["jpg", "jpeg", "jpe", "jfif"]),
    ImageEnding(format: "png", words: ["png"]),
  ]

  private struct ImageEnding {
    var format: String
    var words: Set<String>
  }

  /// The complete names of the pages that have a file name.
  private(set) var names: [PageID: String] = [:]

  /// The names of all other pages without extension; each is unique with every possible extension.
  private(set) var stems: [PageID: String] = [:]

  private var used: Set<String> = []
  private var counters: [String: Int] = [:]

  /// Chooses names for pages, in their order.
  ///
  /// - Parameters:
  ///   - pages: The pages.
  ///   - stored: The pages that can be read.
  ///   - metadata: Their metadata; a page without a file name is named by its position.
  init(
    _ pages: [PageID], _ stored: [PageID: StoredPage], _ metadata: [PageID: PageMetadata]
  ) {
    let wanted = pages.compactMap { page in
      stored[page].flatMap { Self.name(of: $0, metadata[page]) }.map { (page, $0) }
    }
    // A generated name must not equal the original name of another page.
    let reserved = Set(wanted.map { $0.1.lowercased() })
    for (page, name) in wanted { names[page] = unique(name, reserved) }
    for (index, page) in pages.enumerated() where names[page] == nil {
      stems[page] = freeStem(ExportNaming.place(at: index, count: pages.count))
    }
  }

  /// Returns a name that is unique with every extension, and reserves it.
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

  /// Returns the original file name of a page, with an extension of its format.
  private static func name(of page: StoredPage, _ metadata: PageMetadata?) -> String? {
    let limit = PageMetadata.fileNameByteLimit - numberByteCount
    guard let fileName = metadata?.fileName,
      let name = PageMetadata.exportName(for: fileName, byteLimit: limit)
    else { return nil }
    guard let format = page.header?.facts.format.rawValue else { return name }
    let words = endings.first { $0.format == format }?.words ?? []
    guard !words.contains(Path(name).lowercasedExtension) else { return name }
    return name + (format == "jpeg" ? ".jpg" : ".png")
  }
}
