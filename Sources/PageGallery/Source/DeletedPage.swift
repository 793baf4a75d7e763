// SPDX-License-Identifier: Apache-2.0

public import GalleryModel

/// A page that was deleted, and that its source can bring back.
public struct DeletedPage: Hashable, Sendable, Codable {
  /// The page as it was.
  public var page: Page

  /// The index that it had, `nil` if that is not known.
  public var index: Int?

  /// Creates a deleted page.
  ///
  /// - Parameters:
  ///   - page: The page as it was.
  ///   - index: The index that it had. Unknown by default.
  public init(page: Page, index: Int? = nil) {
    self.page = page
    self.index = index
  }
}
