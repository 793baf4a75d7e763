// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageStorage

/// The results of the calls of two writers of the same document, by page.
struct SharedDocumentOutcome {
  var inserted: Set<PageID>
  var deleted: Set<PageID> = []
  /// Pages restored from the trash, with fewer guarantees.
  var restored: Set<PageID> = []
  /// The number of rotations and replacements of each page.
  var pictureChanges: [PageID: Int] = [:]
  /// Unexpected results.
  var failures: [String] = []
  /// The number of changes made by the other process, and of those that came too late.
  var callCounts = (made: 0, late: 0)

  /// The last pages of the document seen by the other process, the first of which it exchanges.
  private var seen: [PageID] = []

  init(initial: [PageID]) {
    inserted = Set(initial)
  }

  /// Records a call of the other process, printed as `BEGIN END DOCUMENT OPERATION... = RESULT...`.
  mutating func noteCall(_ line: [String]) {
    guard let end = line.firstIndex(of: "="), end >= 4 else {
      return failures.append(line.joined(separator: " "))
    }
    let (operation, result) = (line[3], Array(line[(end + 1)...]))
    let numbers = line[4..<end].map { PageID(UInt64($0) ?? 0) }
    switch (operation, result.first.flatMap { UInt64($0) }) {
    case ("pages", _):
      seen = result.dropFirst().compactMap { word in
        word.split(separator: ":").first.flatMap { UInt64($0) }.map { PageID($0) }
      }
    case (_, nil):
      callCounts.late += 1
      if !["notFound", "conflict", "short", "invalid"].contains(result.first) {
        failures.append(line.joined(separator: " "))
      }
    case (_, let number?):
      callCounts.made += 1
      noteChange(operation, numbers, PageID(number))
    }
  }

  private mutating func noteChange(_ operation: String, _ pages: [PageID], _ result: PageID) {
    switch operation {
    case "append": inserted.insert(result)
    case "delete": deleted.insert(pages[0])
    case "restore": restored.insert(pages[0])
    case "rotate", "replace": pictureChanges[pages[0], default: 0] += 1
    case "exchange":
      if let first = seen.first { deleted.insert(first) }
      inserted.insert(pages[3])
    default: break
    }
  }

  /// Returns the violation in the final pages of the document, `nil` if there is none.
  func problem(of pages: [StoredPage]) -> String? {
    if let failure = failures.first { return failure }
    let present = Set(pages.map(\.id))
    if let page = present.subtracting(inserted).first { return "\(page) was not inserted" }
    let lost = inserted.subtracting(deleted).subtracting(present)
    if let page = lost.first { return "\(page) is missing" }
    let back = present.intersection(deleted).subtracting(restored)
    if let page = back.first { return "\(page) was deleted and is there" }
    for page in pages where !deleted.contains(page.id) {
      let expected = pictureChanges[page.id, default: 0]
      guard page.contentVersion != expected else { continue }
      return "\(page.id) was changed \(page.contentVersion) times instead of \(expected)"
    }
    return nil
  }
}
