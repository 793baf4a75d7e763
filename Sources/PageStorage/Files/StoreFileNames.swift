// SPDX-License-Identifier: Apache-2.0

/// The file names by which a program tells a store from another folder, from the folder of the store.
package enum StoreFileNames {
  /// The file of the catalog.
  package static let catalog = StoreFolder.catalogName

  /// Files of which every store has at least one, also if the other one is lost.
  package static let marks = [catalog, "\(StoreFolder.blobsName)/\(StoreFolder.completeName)"]

  /// The folders of a store, which alone are what an interrupted creation has left.
  package static let folders = Set(StoreFolder.folderNames)
}
