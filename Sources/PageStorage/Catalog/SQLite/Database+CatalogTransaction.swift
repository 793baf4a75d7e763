// SPDX-License-Identifier: Apache-2.0

import GRDB
import GallerySystem

/// A connection of SQLite, within a transaction; the operations are in the files beside this one.
extension Database: CatalogTransaction {
  func prepare(_ lookUps: [RowLookUp]) {}

  func storeError(_ error: any Error) -> PageStoreError {
    CatalogErrorConversion.error(error, in: self)
  }

  var now: Int64 { SystemCalls.milliseconds }

  var changedRowCount: Int { totalChangesCount }
}
