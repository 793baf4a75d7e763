// SPDX-License-Identifier: Apache-2.0

public import GalleryModel

/// The reason why the source of the pages has failed, as far as a ``SharedGallery`` handles it.
public enum PageSourceFailure: Error, Hashable, Sendable {
  /// The pages are permanently gone; the gallery is closed.
  case gone

  /// The pages have another version than the one that a change is based on.
  ///
  /// If the response of the source includes all changes up to this version, the edit is rebased on
  /// them without reading the pages.
  case conflict(version: Int, changes: [PageSourceChange] = [])

  /// The change does not fit the pages, or the pages contain an identifier twice.
  case invalidChange(UpdateError)

  /// The gallery cannot show the pages.
  case unusablePages(GalleryError)

  /// The version has decreased.
  case decreasedVersion(last: Int, found: Int)

  /// The source has failed in another way, with a number of the host. The outcome of the edit is
  /// `UpdateError.sourceFailed` with this number.
  case failed(code: Int)
}

extension PageSourceFailure {
  /// The error reported to the session.
  var ofUpdate: UpdateError {
    switch self {
    case .invalidChange(let error): error
    case .failed(let code): .sourceFailed(code: code)
    case .gone, .conflict, .unusablePages, .decreasedVersion: .sourceFailed(code: 0)
    }
  }
}
