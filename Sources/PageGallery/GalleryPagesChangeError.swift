// SPDX-License-Identifier: Apache-2.0

public import GalleryModel

/// The reason why a ``GalleryPagesChange`` cannot be made by somebody who follows the pages.
///
/// Whoever meets one subscribes anew: the pages that are known are not those that the change is for.
public enum GalleryPagesChangeError: Error, Hashable, Sendable {
  /// The change has another version than the next one: changes are missing, or one has come again.
  case gap(expected: Int, found: Int)

  /// The change does not fit the pages, or a name stands twice among the pages.
  case invalid(UpdateError)
}

extension GalleryPagesChangeError: CustomStringConvertible {
  /// One sentence in plain English.
  public var description: String {
    switch self {
    case .gap(let expected, let found):
      "The change leads to version \(found) of the pages, but the next one leads to \(expected); "
        + "subscribe anew."
    case .invalid(let error): "The change does not fit the pages: \(error)"
    }
  }
}
