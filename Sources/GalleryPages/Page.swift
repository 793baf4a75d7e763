// SPDX-License-Identifier: Apache-2.0

/// A page of a gallery.
public struct Page: Hashable, Sendable {
  /// The page's identifier.
  public var id: PageID

  /// The page's shape, `nil` while it is unknown.
  public var size: PageShape?

  /// The content version: the number of times that the page's image was replaced.
  public var contentVersion: Int

  /// Creates a page.
  ///
  /// - Parameters:
  ///   - id: An identifier that no other page of the gallery has.
  ///   - size: The page's shape. Unknown by default.
  ///   - contentVersion: The content version, in `0...Int32.max`. Zero by default.
  public init(id: PageID, size: PageShape? = nil, contentVersion: Int = 0) {
    self.id = id
    self.size = size
    self.contentVersion = contentVersion
  }
}

#if !hasFeature(Embedded)
  extension Page: Codable {}
#endif
