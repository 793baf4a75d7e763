// SPDX-License-Identifier: Apache-2.0

/// Something that a caller wants to change, all of it or nothing.
public enum UpdateRequest: Hashable, Sendable {
  /// One edit.
  case edit(PageEdit)

  /// Several edits that succeed or fail together.
  ///
  /// Each edit is read as if the ones before it had been requested just before: presented indexes
  /// are those that the caller sees, logical indexes count what the earlier edits change.
  case batch([PageEdit])

  /// Makes a request that deletes a page.
  ///
  /// - Parameter page: The page.
  /// - Returns: The request.
  public static func delete(_ page: PageAddress) -> Self { .edit(.delete(page)) }

  /// Makes a request that inserts a page.
  ///
  /// - Parameters:
  ///   - page: The new page.
  ///   - gap: The index of the page before which it goes, or the count for the end.
  ///   - space: The order that `gap` counts in.
  ///   - focus: The page that is active afterwards.
  /// - Returns: The request.
  public static func insert(
    _ page: Page, at gap: Int, in space: IndexSpace = .presented, focus: InsertionFocus = .keep
  ) -> Self {
    .edit(.insert(page, at: gap, in: space, focus: focus))
  }

  /// Makes a request that moves a page.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - index: The index that the page has afterwards.
  ///   - space: The order that `index` counts in.
  /// - Returns: The request.
  public static func move(
    _ page: PageAddress, to index: Int, in space: IndexSpace = .presented
  ) -> Self {
    .edit(.move(page, to: index, in: space))
  }

  /// Makes a request that gives a page another picture.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - size: The shape of the new picture, `nil` if it is unknown.
  /// - Returns: The request.
  public static func replace(_ page: PageAddress, with size: PageShape?) -> Self {
    .edit(.replace(page, with: size))
  }
}

#if !hasFeature(Embedded)
  extension UpdateRequest: Codable {}
#endif
