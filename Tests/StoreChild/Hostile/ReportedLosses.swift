// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageStorage

/// The losses that a repair reports, independent of the names of the report's properties.
struct ReportedLosses {
  /// The properties that list each page.
  private var pages: [PageID: Set<String>] = [:]
  private var documents: [DocumentID: Set<String>] = [:]
  private var digests: Set<ContentDigest> = []
  /// The properties about the store as a whole: counts of losses.
  private(set) var general: Set<String> = []

  init(_ report: RepairReport) {
    for child in Mirror(reflecting: report).children {
      collect(child.value, child.label ?? "")
    }
  }

  private mutating func collect(_ value: Any, _ label: String) {
    switch value {
    case let page as PageID: pages[page, default: []].insert(label)
    case let document as DocumentID: documents[document, default: []].insert(label)
    case let digest as ContentDigest: digests.insert(digest)
    // A flag for something recreated does not describe a loss.
    case is Bool: break
    case let count as Int:
      if count > 0, label.lowercased().contains("lost") { general.insert(label) }
    default:
      for child in Mirror(reflecting: value).children { collect(child.value, label) }
    }
  }

  /// Whether a page is listed in the report.
  func names(_ page: PageID) -> Bool { pages[page] != nil }

  /// Whether a page was recovered from an original without a page.
  func isRecovered(_ page: PageID) -> Bool { pages[page]?.contains("recoveredPages") == true }

  /// Returns whether a report explains a difference.
  ///
  /// - Parameters:
  ///   - difference: The difference.
  ///   - served: The contents that the repaired store serves.
  ///   - expected: The contents that were stored.
  /// - Returns: `false` if the report does not mention the loss.
  func explain(
    _ difference: StoreSnapshot.Difference, in served: StoreSnapshot, _ expected: StoreSnapshot
  ) -> Bool {
    switch difference.subject {
    case .bytes: false
    case .order(let id): !general.isEmpty || documents[id] != nil
    case .document(let id): explainDocument(id, served, expected)
    case .metadata(let id): !general.isEmpty || pages[id] != nil
    case .page(let id): !general.isEmpty || pages[id] != nil
    case .missingPage(let id): explainMissing(id, served, expected)
    case .addedPage(let id): !general.isEmpty || pages[id] != nil
    case .addedDocument(let id):
      served.pages.values.allSatisfy { $0.document != id || explainAdded($0.id) }
    }
  }

  private func explainAdded(_ page: PageID) -> Bool { !general.isEmpty || pages[page] != nil }

  /// A document may lose what the report lists, but its title must be one that it once had.
  private func explainDocument(
    _ id: DocumentID, _ served: StoreSnapshot, _ expected: StoreSnapshot
  ) -> Bool {
    let named = documents[id]?.subtracting(["reorderedDocuments"]).isEmpty == false
    guard let found = served.documents[id], let stored = expected.documents[id] else {
      return named || !general.isEmpty
    }
    guard named || StoreTemplate.titles.contains(found.title) else { return false }
    let isOnlyCount =
      found.title == stored.title && found.metadata == stored.metadata
      && (found.trashed != nil) == (stored.trashed != nil)
    return named || !general.isEmpty || isOnlyCount && documents[id] != nil
  }

  /// A missing page must be listed, or its original recovered as another page.
  private func explainMissing(
    _ id: PageID, _ served: StoreSnapshot, _ expected: StoreSnapshot
  ) -> Bool {
    if pages[id]?.subtracting(["repairedPages", "repairedMetadata"]).isEmpty == false {
      return true
    }
    guard let digest = expected.pages[id]?.digest else { return true }
    if digests.contains(digest) { return true }
    // Pages in the trash may be lost with it if the report counts them.
    return served.pages.values.contains { $0.digest == digest && isRecovered($0.id) }
  }
}
