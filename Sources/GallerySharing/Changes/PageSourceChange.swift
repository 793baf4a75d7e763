// SPDX-License-Identifier: Apache-2.0

public import GalleryModel

/// The pages of a source at one version.
public struct VersionedPages: Hashable, Sendable {
  /// The pages in order, with distinct identifiers.
  public var pages: [Page]

  /// The number of changes that led to them.
  public var version: Int

  /// Creates the pages of a version.
  ///
  /// - Parameters:
  ///   - pages: The pages in order, with distinct identifiers.
  ///   - version: The number of changes that led to them.
  public init(pages: [Page], version: Int) {
    self.pages = pages
    self.version = version
  }
}

/// The result of a change applied by a source.
public struct PageSourceReceipt: Hashable, Sendable {
  /// The version after the change.
  public var version: Int

  /// The number of pages after the change, `nil` if the source does not report it.
  public var pageCount: Int?

  /// Creates a receipt.
  ///
  /// - Parameters:
  ///   - version: The version after the change.
  ///   - pageCount: The number of pages after the change. `nil` by default: the gallery then relies
  ///     on the version alone.
  public init(version: Int, pageCount: Int? = nil) {
    self.version = version
    self.pageCount = pageCount
  }
}

/// A change of a source.
public struct PageSourceChange: Hashable, Sendable {
  /// The version after the change.
  public var version: Int

  /// The change, relative to the previous version; `nil` if the pages have to be read again.
  public var changeset: Changeset?

  /// Creates a change.
  ///
  /// - Parameters:
  ///   - version: The version after the change.
  ///   - changeset: The change, relative to the previous version; `nil` if the pages have to be
  ///     read again.
  public init(version: Int, changeset: Changeset?) {
    self.version = version
    self.changeset = changeset
  }
}

#if !hasFeature(Embedded)
  extension VersionedPages: Codable {}
  extension PageSourceReceipt: Codable {}
  extension PageSourceChange: Codable {}
#endif
