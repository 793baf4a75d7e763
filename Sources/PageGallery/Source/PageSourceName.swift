// SPDX-License-Identifier: Apache-2.0

public import PageStorage

/// The name of a ``PageSource``, which identifies it after a restart.
public enum PageSourceName: Hashable, Sendable {
  /// A document of a store.
  ///
  /// The identifier is unique within one store; the host has to know which store it is.
  case document(DocumentID)

  /// Another source, by its own name.
  case custom(String)
}

extension PageSourceName: CustomStringConvertible {
  /// The name as English text.
  public var description: String {
    switch self {
    case .document(let id): "document \(id.rawValue)"
    case .custom(let name): "\"\(name)\""
    }
  }
}
