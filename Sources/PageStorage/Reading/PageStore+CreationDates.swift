// SPDX-License-Identifier: Apache-2.0

extension PageStore {
  /// Returns the creation dates of all documents, in the trash or not, without those being purged.
  ///
  /// The date of a damaged document is unknown.
  func creationDates() async throws(PageStoreError) -> [DocumentID: Int64?] {
    try await readAtLength { db in
      var dates: [DocumentID: Int64?] = [:]
      try db.readDocuments { row in
        switch row {
        case .success(let row) where row.state.isBeingPurged: break
        case .success(let row): dates.updateValue(row.created, forKey: row.state.id)
        case .failure(PageStoreError.corrupted(.document(let id))):
          dates.updateValue(nil, forKey: id)
        case .failure(let error): throw error
        }
      }
      return dates
    }
  }
}
