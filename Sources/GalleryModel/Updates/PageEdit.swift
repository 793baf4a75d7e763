// SPDX-License-Identifier: Apache-2.0

/// An edit of the list of pages.
public enum PageEdit: Hashable, Sendable {
  /// Deletes a page.
  case delete(PageAddress)

  /// Inserts a page before the page with an index, or at the end if the index is the count.
  case insert(Page, at: Int, in: IndexSpace = .presented, focus: InsertionFocus = .keep)

  /// Moves a page so that it has the given index afterward.
  case move(PageAddress, to: Int, in: IndexSpace = .presented)

  /// Replaces a page's image with one whose shape is `nil` if it is unknown.
  case replace(PageAddress, with: PageShape?)
}

/// The order to which an index refers.
public enum IndexSpace: Hashable, Sendable, CaseIterable {
  /// The pages that the caller sees now.
  case presented

  /// The pages as they will be when all pending requests have been committed.
  case logical
}

/// A reference to a page.
public enum PageAddress: Hashable, Sendable {
  /// The page at an index.
  case index(Int, in: IndexSpace = .presented)

  /// The page with an identifier.
  case id(PageID)
}

/// The page that is active after an insertion.
public enum InsertionFocus: Hashable, Sendable, CaseIterable {
  /// The page that was active before.
  case keep

  /// The new page, as when pages are captured one after the other.
  case inserted
}

#if !hasFeature(Embedded)
  extension PageEdit: Codable {}
  extension IndexSpace: Codable {}
  extension PageAddress: Codable {}
  extension InsertionFocus: Codable {}
#endif
