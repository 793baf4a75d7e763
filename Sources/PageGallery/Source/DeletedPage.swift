// SPDX-License-Identifier: Apache-2.0

public import GalleryModel

/// A deleted page that its source can restore.
public struct DeletedPage: Hashable, Sendable, Codable {
  /// The page before its deletion.
  public var page: Page

  /// The index before its deletion, `nil` if unknown.
  public var index: Int?

  /// Creates a deleted page.
  ///
  /// - Parameters:
  ///   - page: The page before its deletion.
  ///   - index: The index before its deletion. Unknown by default.
  public init(page: Page, index: Int? = nil) {
    self.page = page
    self.index = index
  }
}
