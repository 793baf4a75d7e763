// SPDX-License-Identifier: Apache-2.0

public import GalleryPages

/// A part of the pages of a document that are in the trash, from one snapshot.
public struct TrashList: Hashable, Sendable {
  /// The pages, last deleted first.
  public let pages: [StoredPage]

  /// The pages of this part whose rows are damaged.
  public let damaged: [PageID]

  /// The position after this part, `nil` if nothing follows.
  public let next: TrashCursor?
}

/// A position in the list of a document's pages in the trash.
///
/// It stays valid while pages are deleted, restored and purged: the next part begins behind it. Pages deleted meanwhile
/// are before it. The text is meant for URLs.
public struct TrashCursor: Hashable, Sendable, LosslessStringConvertible {
  /// The date of the deletion of the last page before the position, in milliseconds since 1970.
  let time: Int64

  /// This page.
  let page: PageID

  /// A position before all pages.
  static let beginning = TrashCursor(time: .max, page: PageID(UInt64(Int64.max)))

  init(time: Int64, page: PageID) { (self.time, self.page) = (time, page) }

  /// Creates a cursor from its text.
  ///
  /// - Parameter description: What ``description`` returned; `nil` is returned for anything else.
  public init?(_ description: String) {
    let parts = description.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let time = Int64(parts[0]), let page = Int64(parts[1]), page >= 0
    else { return nil }
    self.init(time: time, page: PageID(UInt64(page)))
    // Numbers have one spelling.
    guard self.description == description else { return nil }
  }

  /// The text: digits, a period and perhaps a sign.
  public var description: String { "\(time).\(page.rawValue)" }
}
