// SPDX-License-Identifier: Apache-2.0

public import GalleryModel

/// The reason why a follower of the pages cannot apply a ``GalleryPagesChange``.
///
/// The known pages are not those that the change is based on: subscribe again.
public enum GalleryPagesChangeError: Error, Hashable, Sendable {
  /// The version of the change is not the next one: changes are missing, or one was repeated.
  case gap(expected: Int, found: Int)

  /// The change does not fit the pages, or an identifier occurs twice among the pages.
  case invalid(UpdateError)
}

extension GalleryPagesChangeError: CustomStringConvertible {
  /// The error as one English sentence.
  public var description: String {
    switch self {
    case .gap(let expected, let found):
      "The change leads to version \(found) of the pages, but the next one leads to \(expected); "
        + "subscribe again."
    case .invalid(let error): "The change does not match the pages: \(error)"
    }
  }
}
