// SPDX-License-Identifier: Apache-2.0

import PageGallery

/// The rules of numbers that a server sends.
enum ReceivedNumber {
  /// Requires an identifier, an index or a revision.
  static func check(_ number: Int) throws(RemoteServerError) -> Int {
    guard (0..<1 << 53).contains(number) else {
      throw .malformedResponse("\(number) is not in 0..<2^53.")
    }
    return number
  }

  static func page(_ number: UInt64) throws(RemoteServerError) -> PageID {
    guard number < 1 << 53 else { throw .malformedResponse("\(number) is not in 0..<2^53.") }
    return PageID(number)
  }

  static func shape(_ aspectRatio: Double?) throws(RemoteServerError) -> PageShape? {
    guard let aspectRatio else { return nil }
    guard let shape = try? PageShape(aspectRatio: aspectRatio) else {
      throw .malformedResponse("\(aspectRatio) is not an aspect ratio.")
    }
    return shape
  }

  static func contentVersion(_ number: Int) throws(RemoteServerError) -> Int {
    guard (0...Int(Int32.max)).contains(number) else {
      throw .malformedResponse("\(number) is not a content version.")
    }
    return number
  }
}

/// All pages of a document, in columns.
struct ReceivedColumns: Decodable {
  let revision: Int
  let ids: [UInt64]
  let aspectRatios: [Double?]
  let keys: [PageKey]
  /// The numbers of changes of images, by identifier; a server may not count them.
  let contentVersions: [String: Int]?

  /// The pages with their version.
  func pages() throws(RemoteServerError) -> VersionedPages {
    guard ids.count == aspectRatios.count, ids.count == keys.count else {
      throw .malformedResponse("The columns of the pages have different lengths.")
    }
    var pages: [Page] = []
    pages.reserveCapacity(ids.count)
    for (id, ratio) in zip(ids, aspectRatios) {
      pages.append(
        Page(id: try ReceivedNumber.page(id), size: try ReceivedNumber.shape(ratio)))
    }
    try count(changesOf: &pages)
    return VersionedPages(pages: pages, version: try ReceivedNumber.check(revision))
  }

  private func count(changesOf pages: inout [Page]) throws(RemoteServerError) {
    guard let contentVersions, !contentVersions.isEmpty else { return }
    for index in pages.indices {
      guard let version = contentVersions["\(pages[index].id.rawValue)"] else { continue }
      pages[index].contentVersion = try ReceivedNumber.contentVersion(version)
    }
  }
}

/// A page by itself.
struct ReceivedPage: Decodable {
  let id: UInt64
  let document: Int64
  let index: Int?
  let formerIndex: Int?
  let aspectRatio: Double?
  let key: PageKey
  let contentVersion: Int?

  func page() throws(RemoteServerError) -> Page {
    Page(
      id: try ReceivedNumber.page(id), size: try ReceivedNumber.shape(aspectRatio),
      contentVersion: try ReceivedNumber.contentVersion(contentVersion ?? 0))
  }
}

/// A part of the pages of a document.
struct ReceivedWindow: Decodable {
  let revision: Int
  let pageCount: Int
  let pages: [ReceivedPage]
}

/// A document, of which only the revision is used.
struct ReceivedDocument: Decodable {
  let revision: Int
}
