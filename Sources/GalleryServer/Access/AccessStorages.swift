// SPDX-License-Identifier: Apache-2.0

package import PageStorage

/// The databases of tokens of all kinds of stores.
package enum AccessStorages {
  /// Returns the tokens of a store; nothing is opened yet.
  ///
  /// - Parameter store: The path of the store's folder, or its location on servers.
  /// - Returns: The tokens, which are beside the catalog.
  /// - Throws: `PageStoreError.unfitLocation`, also if this program was built without such databases.
  package static func storage(ofStore store: String) throws(PageStoreError) -> any AccessStorage {
    guard let location = try ServedLocation(store) else { return AccessDatabase(store: store) }
    try location.checkForm()
    #if PostgreSQL
      return RemoteAccessDatabase(location)
    #else
      throw .unfitLocation(
        reason: "\(location) needs a program that was built with the trait PostgreSQL")
    #endif
  }
}
