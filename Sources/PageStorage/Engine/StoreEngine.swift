// SPDX-License-Identifier: Apache-2.0

/// What keeps the catalog and the originals of a store.
enum StoreEngine: Sendable {
  /// A folder has both; the catalog is a database in a file.
  case folder(Catalog)
  /// Servers have both; the folder of the store has only what can be lost.
  case served(ServedStore)

  /// The commits so far.
  var counter: CommitCounter {
    switch self {
    case .folder(let catalog): catalog.counter
    case .served(let store): store.counter
    }
  }
}
