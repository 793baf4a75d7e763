// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import GalleryModel
import PageStorage

extension StoreSnapshot {
  /// A difference between a store and its expected contents.
  struct Difference {
    /// The subject of the difference.
    enum Subject {
      case order(DocumentID)
      case document(DocumentID)
      case page(PageID)
      case metadata(PageID)
      case missingPage(PageID)
      case addedPage(PageID)
      case addedDocument(DocumentID)
      /// The served bytes differ from the stored ones.
      case bytes(PageID)
    }

    var subject: Subject
    /// Whether wrong content was served, rather than none.
    var isWrong: Bool
    var words: String
  }

  /// Returns the differences from the expected contents.
  ///
  /// - Parameters:
  ///   - expected: The contents that were stored.
  ///   - withTimes: Whether times of changes and version numbers are compared.
  /// - Returns: The differences; where a call failed, nothing wrong was served.
  func differences(from expected: StoreSnapshot, withTimes: Bool) -> [Difference] {
    documentDifferences(expected, withTimes) + orderDifferences(expected)
      + pageDifferences(expected, withTimes) + byteDifferences(expected)
      + metadataDifferences(expected)
  }

  private func documentDifferences(_ expected: Self, _ withTimes: Bool) -> [Difference] {
    var found: [Difference] = []
    for (id, document) in expected.documents {
      guard let served = documents[id] else {
        found.append(.init(subject: .document(id), isWrong: false, words: "no document \(id)"))
        continue
      }
      let fields = Self.fields(of: served, withTimes) != Self.fields(of: document, withTimes)
      if fields {
        found.append(
          .init(subject: .document(id), isWrong: true, words: "\(served), not \(document)"))
      }
    }
    for id in documents.keys where expected.documents[id] == nil {
      found.append(.init(subject: .addedDocument(id), isWrong: true, words: "new document \(id)"))
    }
    return found
  }

  private static func fields(of document: Document, _ withTimes: Bool) -> [String] {
    let fields = [
      document.title, "\(document.metadata.sorted { $0.key < $1.key })", "\(document.pageCount)",
      "\(document.trashed != nil)",
    ]
    let times = [document.created, document.modified, document.trashed].map { "\($0 as Any)" }
    return fields + (withTimes ? times + ["\(document.revision)"] : [])
  }

  private func orderDifferences(_ expected: Self) -> [Difference] {
    expected.documents.keys.flatMap { id -> [Difference] in
      guard expected.documents[id]?.trashed == nil else { return [] }
      let lists = expected.orders.compactMap { call, lists -> Difference? in
        guard let served = orders[call]?[id] else {
          return .init(subject: .order(id), isWrong: false, words: "\(call) refuses \(id)")
        }
        guard served != lists[id] else { return nil }
        return .init(
          subject: .order(id), isWrong: true,
          words: "\(call) of \(id): \(served.map(\.rawValue))")
      }
      let isTrashSame = trash[id].map(Set.init) == expected.trash[id].map(Set.init)
      return lists
        + (isTrashSame
          ? []
          : [.init(subject: .order(id), isWrong: trash[id] != nil, words: "trash of \(id)")])
    }
  }

  private func pageDifferences(_ expected: Self, _ withTimes: Bool) -> [Difference] {
    var found: [Difference] = []
    for (id, page) in expected.pages {
      guard let served = pages[id] else {
        found.append(.init(subject: .missingPage(id), isWrong: false, words: "no page \(id)"))
        continue
      }
      let isSame = withTimes ? served == page : Self.fields(of: served) == Self.fields(of: page)
      if !isSame {
        found.append(.init(subject: .page(id), isWrong: true, words: "\(served), not \(page)"))
      } else if shapes[id] != expected.shapes[id] {
        found.append(
          .init(
            subject: .page(id), isWrong: shapes[id] != nil,
            words: "\(id) has the shape \(shapes[id] as Any)"))
      } else if locations[id] != expected.locations[id] {
        found.append(
          .init(
            subject: .order(page.document), isWrong: locations[id] != nil,
            words: "\(id) is at \(locations[id] as Any)"))
      }
    }
    for id in pages.keys where expected.pages[id] == nil {
      found.append(.init(subject: .addedPage(id), isWrong: true, words: "new page \(id)"))
    }
    return found
  }

  private static func fields(of page: StoredPage) -> [String] {
    [
      "\(page.document)", "\(page.digest)", "\(page.byteCount)", "\(page.header as Any)",
      "\(page.rotation)", "\(page.damage as Any)", "\(page.trash != nil)",
    ]
  }

  private func metadataDifferences(_ expected: Self) -> [Difference] {
    // Missing pages are reported already.
    expected.metadata.filter { pages[$0.key] != nil && metadata[$0.key] != $0.value }.map { id, _ in
      .init(
        subject: .metadata(id), isWrong: metadata[id] != nil,
        words: "metadata of \(id): \(metadata[id] as Any)")
    }
  }

  private func byteDifferences(_ expected: Self) -> [Difference] {
    expected.bytes.compactMap { id, stored in
      guard let served = bytes[id] else {
        return .init(subject: .missingPage(id), isWrong: false, words: "no bytes of \(id)")
      }
      return served == stored
        ? nil : .init(subject: .bytes(id), isWrong: true, words: "other bytes of \(id)")
    }
  }
}
