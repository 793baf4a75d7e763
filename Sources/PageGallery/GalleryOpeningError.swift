// SPDX-License-Identifier: Apache-2.0

public import GalleryModel

/// The reason why a ``Gallery`` cannot be opened.
public enum GalleryOpeningError: Error, Hashable, Sendable {
  /// The source failed to provide its pages.
  case source(PageSourceError)

  /// The viewport, the configuration or the pages have no valid layout.
  case invalid(GalleryError)

  /// Requests the pages of a source.
  static func pages(of source: some PageSource) async throws(Self) -> VersionedPages {
    do throws(PageSourceError) {
      return try await source.pages()
    } catch {
      throw .source(error)
    }
  }
}

extension GalleryOpeningError: CustomStringConvertible {
  /// The error as one English sentence.
  public var description: String {
    switch self {
    case .source(let error): "The pages could not be loaded: \(error)"
    case .invalid(let error): "The gallery cannot be laid out: \(error)"
    }
  }
}

/// The reason why a gallery cannot be restored from a ``GalleryBookmark``.
public enum GalleryRestoreError: Error, Hashable, Sendable {
  /// The bookmark belongs to another document than the source.
  case otherDocument(expected: PageSourceName?, found: PageSourceName?)

  /// The bookmark does not refer to a document of a store.
  case noStoredDocument(found: PageSourceName?)

  /// Opening the gallery failed.
  case opening(GalleryOpeningError)
}

extension GalleryRestoreError: CustomStringConvertible {
  /// The error as one English sentence.
  public var description: String {
    switch self {
    case .otherDocument(let expected, let found):
      "The place belongs to \(Self.text(expected)), but the source shows \(Self.text(found))."
    case .noStoredDocument(let found):
      "The place belongs to \(Self.text(found)), not to a document in a store."
    case .opening(let error): error.description
    }
  }

  private static func text(_ name: PageSourceName?) -> String {
    name.map { "\($0)" } ?? "a source without an ID"
  }
}
