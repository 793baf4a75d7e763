// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import GallerySystem

/// The file of a catalog that is open for writing.
struct OpenCatalogFile: Sendable {
  let identity: FileIdentity
  /// The path of the store that its owner passed.
  private let path: String
  /// The absolute path of the file, which does not depend on the current folder of the process.
  private let place: String

  /// Finds the file in its folder, before SQLite opens it.
  ///
  /// - Returns: `nil` if there is none.
  init?(_ folder: StoreFolder) throws(PageStoreError) {
    guard let status = try folder.root.status(of: StoreFolder.catalogName) else { return nil }
    identity = status.identity
    path = folder.path
    place =
      path.hasPrefix("/")
      ? folder.catalog : "\(FileManager.default.currentDirectoryPath)/\(folder.catalog)"
  }

  /// Verifies that this is still the file at its path.
  ///
  /// What is written to a file without a name, or with another one, would be acknowledged and then be
  /// missing in the store that everyone finds at the path.
  ///
  /// - Throws: `PageStoreError.moved`; `.io` if nobody can tell.
  func checkIsInPlace() throws(PageStoreError) {
    let found: FileIdentity?
    do throws(PageStoreError) {
      found = try SystemCalls.status(of: place).identity
    } catch {
      guard error.failedCall?.isGone ?? false else { throw error }
      found = nil
    }
    guard found == identity else { throw .moved(path: path) }
  }
}
