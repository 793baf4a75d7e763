// SPDX-License-Identifier: Apache-2.0

/// A request to change the pages, all or nothing.
public enum UpdateRequest: Hashable, Sendable {
  /// One edit.
  case edit(PageEdit)

  /// Several edits that succeed or fail together.
  ///
  /// Each edit is interpreted as if the previous ones had been requested just before: presented
  /// indexes refer to the pages that the caller sees, logical indexes include the previous edits.
  case batch([PageEdit])

  /// Creates a request that deletes a page.
  ///
  /// - Parameter page: The page.
  /// - Returns: The request.
  public static func delete(_ page: PageAddress) -> Self { .edit(.delete(page)) }

  /// Creates a request that inserts a page.
  ///
  /// - Parameters:
  ///   - page: The new page.
  ///   - gap: The index of the page before which it is inserted, or the count for the end.
  ///   - space: The order to which `gap` refers.
  ///   - focus: The page that is active afterward.
  /// - Returns: The request.
  public static func insert(
    _ page: Page, at gap: Int, in space: IndexSpace = .presented, focus: InsertionFocus = .keep
  ) -> Self {
    .edit(.insert(page, at: gap, in: space, focus: focus))
  }

  /// Creates a request that moves a page.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - index: The index that the page has afterward.
  ///   - space: The order to which `index` refers.
  /// - Returns: The request.
  public static func move(
    _ page: PageAddress, to index: Int, in space: IndexSpace = .presented
  ) -> Self {
    .edit(.move(page, to: index, in: space))
  }

  /// Creates a request that replaces a page's image.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - size: The shape of the new image, `nil` if it is unknown.
  /// - Returns: The request.
  public static func replace(_ page: PageAddress, with size: PageShape?) -> Self {
    .edit(.replace(page, with: size))
  }
}

#if !hasFeature(Embedded)
  extension UpdateRequest: Codable {}
#endif
