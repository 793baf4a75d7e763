// SPDX-License-Identifier: Apache-2.0

public import GalleryModel

/// A change of the pages that a gallery shows, whose version is the previous one plus 1.
public enum GalleryPagesChange: Hashable, Sendable {
  /// Pages were deleted, inserted, moved or replaced, relative to the previous version.
  case edited(Changeset, version: Int)

  /// The shape of a page has become known or was corrected; its image is the same. The page is
  /// given with its new shape.
  case reshaped(Page, version: Int)

  /// The pages were replaced by unrelated ones.
  case reset(VersionedPages)

  /// The version after the change.
  public var version: Int {
    switch self {
    case .edited(_, let version), .reshaped(_, let version): version
    case .reset(let pages): pages.version
    }
  }
}

extension VersionedPages {
  /// Applies a change received by a subscriber.
  ///
  /// - Parameter change: The next change.
  /// - Throws: ``GalleryPagesChangeError/gap(expected:found:)`` if the change is not the next one,
  ///   and ``GalleryPagesChangeError/invalid(_:)`` if it does not fit these pages, or if an
  ///   identifier occurs twice among these pages or those of the change. Then nothing changes.
  /// - Complexity: O(n) in the number of pages.
  public mutating func apply(_ change: GalleryPagesChange) throws(GalleryPagesChangeError) {
    guard change.version == version &+ 1 else {
      throw .gap(expected: version &+ 1, found: change.version)
    }
    do throws(UpdateError) {
      pages = try pages(after: change)
    } catch {
      throw .invalid(error)
    }
    version = change.version
  }

  private func pages(after change: GalleryPagesChange) throws(UpdateError) -> [Page] {
    if case .reset(let others) = change {
      try others.checkNames()
      return others.pages
    }
    try checkNames()
    var order = SourcePages(pages)
    switch change {
    case .edited(let changeset, _): try order.apply(changeset)
    case .reshaped(let page, _): try order.replace(page)
    case .reset: break
    }
    return order.pages
  }

  /// Decoded pages, and those of a source, may contain an identifier twice.
  func checkNames() throws(UpdateError) {
    var names = PageTable()
    for page in pages {
      guard !names.contains(page.id) else { throw .duplicateID(page.id) }
      names.set(page.id, to: 0)
    }
  }
}
