// SPDX-License-Identifier: Apache-2.0

public import PageStorage

/// The name of what a ``PageSource`` shows, by which it is known after a restart.
public enum PageSourceName: Hashable, Sendable {
  /// A document of a store.
  ///
  /// The name is unique in one store; which store it is, the host has to know.
  case document(DocumentID)

  /// Something else, by a name of the source's own.
  case custom(String)
}

extension PageSourceName: CustomStringConvertible {
  /// The name in plain English.
  public var description: String {
    switch self {
    case .document(let id): "document \(id.rawValue)"
    case .custom(let name): "\"\(name)\""
    }
  }
}
