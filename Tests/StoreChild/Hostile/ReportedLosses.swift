// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageStorage

/// What the report of a repair names, whatever its properties are called.
struct ReportedLosses {
  /// The properties that name each page.
  private var pages: [PageID: Set<String>] = [:]
  private var documents: [DocumentID: Set<String>] = [:]
  private var digests: Set<ContentDigest> = []
  /// Properties that speak of the store as a whole: counts of what was lost.
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
    // That something was made anew does not tell what was lost.
    case is Bool: break
    case let count as Int:
      if count > 0, label.lowercased().contains("lost") { general.insert(label) }
    default:
      for child in Mirror(reflecting: value).children { collect(child.value, label) }
    }
  }

  /// Whether a page is named at all.
  func names(_ page: PageID) -> Bool { pages[page] != nil }

  /// Whether a page was made of an original without a page.
  func isRecovered(_ page: PageID) -> Bool { pages[page]?.contains("recoveredPages") == true }

  /// Whether a report explains a difference.
  ///
  /// - Parameters:
  ///   - difference: The difference.
  ///   - served: What the repaired store serves.
  ///   - expected: What was stored.
  /// - Returns: `false` if nobody was told.
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

  /// A document may have lost what the report says, but its title is never one that it never had.
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

  /// A page that is missing was named, or its original came back as another page.
  private func explainMissing(
    _ id: PageID, _ served: StoreSnapshot, _ expected: StoreSnapshot
  ) -> Bool {
    if pages[id]?.subtracting(["repairedPages", "repairedMetadata"]).isEmpty == false {
      return true
    }
    guard let digest = expected.pages[id]?.digest else { return true }
    if digests.contains(digest) { return true }
    // Pages of the trash may be gone with it, if the report says so in general.
    return served.pages.values.contains { $0.digest == digest && isRecovered($0.id) }
  }
}
