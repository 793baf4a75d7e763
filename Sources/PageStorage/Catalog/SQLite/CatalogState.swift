// SPDX-License-Identifier: Apache-2.0

/// A state of the catalog, as a connection sees it.
struct CatalogState {
  /// The connection, whose versions mean nothing to another one.
  let connection: any AnyObject & Sendable
  /// A number that changes whenever another connection has changed the catalog.
  let version: Int64?

  func equals(_ other: Self) -> Bool {
    connection === other.connection && version == other.version
  }
}
