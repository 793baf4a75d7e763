// SPDX-License-Identifier: Apache-2.0

/// One page of a gallery.
public struct Page: Hashable, Sendable {
  /// The page's name.
  public var id: PageID

  /// The page's shape, `nil` while it is unknown.
  public var size: PageShape?

  /// The version of the page's picture: the number of times that it was replaced.
  public var contentVersion: Int

  /// Creates a page.
  ///
  /// - Parameters:
  ///   - id: A name that no other page of the gallery has.
  ///   - size: The page's shape. Unknown by default.
  ///   - contentVersion: The version of the page's picture, in `0...Int32.max`. Zero by default.
  public init(id: PageID, size: PageShape? = nil, contentVersion: Int = 0) {
    self.id = id
    self.size = size
    self.contentVersion = contentVersion
  }
}

#if !hasFeature(Embedded)
  extension Page: Codable {}
#endif
